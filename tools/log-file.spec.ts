import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../test/support/eventually.mjs';
import { openLogFile } from './local/log-file.ts';
import { localStack } from './local/stack.ts';

let home = '';
beforeAll(async () => void (home = await mkdtemp(path.join(tmpdir(), 'lampstand-logs-'))));
afterAll(() => rm(home, { recursive: true, force: true }));

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

it('The log of a process that npm start runs is for its owner only, and the one before it is kept', async () => {
  const file = path.join(home, 'logs/api.log');
  for (const said of ['first', 'second']) {
    const script = `data:text/javascript,console.log(${JSON.stringify(said)})`;
    const { run } = localStack({ env: { DATA_DIR: home } });
    const child = await run('API', 'tools/local/progress.ts', {
      env: {},
      flags: ['--import', script],
      restartable: true,
    });
    expect(await child.ended).toBe('code 0');
  }
  expect(await readFile(file, 'utf8')).toContain('second');
  expect(await readFile(`${file}.1`, 'utf8')).toContain('first');
  expect(await Promise.all([modeOf(file), modeOf(`${file}.1`)])).toEqual(['600', '600']);
});

it('A log file that has grown begins again, with what it had beside it', async () => {
  const file = path.join(home, 'grows.log');
  const log = await openLogFile(file, { most: 1000, every: 20 });
  await log.write('x'.repeat(1200));
  await eventually(async () => (await stat(file)).size === 0);
  await log.write('y');
  await log.close();
  expect(await readFile(file, 'utf8')).toBe('y');
  expect(await readFile(`${file}.1`, 'utf8')).toBe('x'.repeat(1200));
  expect(await modeOf(`${file}.1`)).toBe('600');
});
