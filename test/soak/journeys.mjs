/** All journeys with every page and both widths, where `npm test` takes one page of each template, and a phone. */
import { spawn } from 'node:child_process';

export const title = 'All journeys, on every page and at both widths';

export default async function journeys() {
  const child = spawn('npx', ['playwright', 'test', '--reporter=json'], {
    env: { ...process.env, THOROUGH: '1' },
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
