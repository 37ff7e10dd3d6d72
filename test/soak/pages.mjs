/** Every public page for barriers, at 400 % and without styles, where `npm test` takes one page of each template. */
import { spawn } from 'node:child_process';

export const title = 'Every public page in the browser';

export default async function pages() {
  const child = spawn('npx', ['playwright', 'test', 'pages-accessibility', 'pages-zoom', '--reporter=json'], {
    env: { ...process.env, EVERY_PAGE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let report = '';
  child.stdout.on('data', (chunk) => (report += chunk));
  await new Promise((done) => child.on('close', done));
  const { expected, unexpected, flaky, duration } = JSON.parse(report.slice(report.indexOf('{'))).stats;
  if (unexpected)
    throw new Error(`${unexpected} of ${expected + unexpected} failed; npx playwright show-trace test-results/…`);
  return [{ passed: expected + flaky, failed: unexpected, minutes: Number((duration / 60_000).toFixed(1)) }];
}
