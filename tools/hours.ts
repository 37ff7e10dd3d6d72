/**
 * `npm run hours -- [arguments of npm test]`: the tests under clocks at which texts and dates change, one line for each clock; without
 * arguments all of them. Debian's faketime moves the clock of every process: tests, servers, PostgreSQL and browsers.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { installFaketime } from './local/debian.ts';
import { root, setup } from './local/setup.ts';

/** Next year, because faketime ends PostgreSQL's timeouts too early when the clock is set back. */
const year = new Date().getUTCFullYear() + 1;
const leapYear = year + ((4 - (year % 4)) % 4);

/** Where the day changes, a few minutes before that, so that the tests run across it. */
const CLOCKS = {
  'midnight in UTC': `${year}-12-08T23:57:00Z`,
  'midnight in the Central zone': `${year}-12-09T05:57:00Z`,
  'the last day of a month, the first in UTC': `${year}-02-01T02:00:00Z`,
  'February 28': `${year}-02-28T18:00:00Z`,
  'February 28 and 29 of a leap year': `${leapYear}-02-29T05:57:00Z`,
  'the clock goes back': `${sunday(1, 11)}T06:57:00Z`,
  'the clock goes forward': `${sunday(2, 3)}T07:57:00Z`,
};

/** The date of the first or second Sunday of a month. */
function sunday(nth: 1 | 2, month: number): string {
  const date = new Date(Date.UTC(year, month - 1, 1 + 7 * (nth - 1)));
  date.setUTCDate(date.getUTCDate() + ((7 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}

const args = process.argv.slice(2);
await setup();
const library = installFaketime();
const { build } = await import('./build.ts');
await build();
const folder = path.join(root, '.data/hours');
await mkdir(folder, { recursive: true });
for (const [name, instant] of Object.entries(CLOCKS)) {
  const file = path.join(folder, `${instant.replaceAll(':', '-')}.log`);
  const { code, sum } = await testAt(instant, file);
  if (code) process.exitCode = 1;
  console.log(
    `${code ? 'FAILED' : 'ok    '}  ${instant}  ${name.padEnd(42)}${sum}${code ? `, see ${path.relative(root, file)}` : ''}`,
  );
}

/** Runs the tests with the clock at this instant; the output goes to the file. */
async function testAt(instant: string, file: string) {
  const log = createWriteStream(file);
  const offset = Math.round((Date.parse(instant) - Date.now()) / 1000);
  const child = spawn(process.execPath, ['tools/test.ts', ...(args.length ? args : ['--all'])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LD_PRELOAD: library,
      // An offset, so that processes that start later agree. Timers keep the real clock.
      FAKETIME: `+${offset}`,
      DONT_FAKE_MONOTONIC: '1',
    },
  });
  let sum = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (data: Buffer) => {
      log.write(data);
      sum = /(\d+ passed, \d+ failed)\s*$/.exec(String(data))?.[1] ?? sum;
    });
  const code = await new Promise((done) => child.on('close', done));
  await finished(log.end());
  return { code, sum };
}
