import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { expectNoViolations } from '../invariants/index.ts';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

jest.setTimeout(300_000);

const SMALL = '150m';
const LARGE = '600m';

const BALLAST = `INSERT INTO ballast SELECT repeat(md5(i::text), 30) FROM generate_series(1, 1000) i`;

const place = await mkdtemp(path.join(tmpdir(), 'lampstand-small-disk-'));
const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0;
const unmount = () => spawnSync('umount', [place]).status === 0;

describe('A full disk', () => {
  const { stack, postgres } = ownStackOnOwnPostgres({}, async () => {
    if (!mount(`size=${SMALL}`)) throw new Error('This test mounts a small disk: run it on Linux as root.');
    return place;
  });
  afterAll(async () => {
    await eventually(unmount, { within: 30_000, every: 500 });
    await rm(place, { recursive: true, force: true });
  }, 60_000);

  it('makes the server answer 503 and lose nothing, until there is space again', async () => {
    const early = aVisitor(stack);
    await early.signsUp();
    const browsers = clients(16);
    const load = new SignUpLoad(browsers);
    const people = crowd(16, () => load.signUp(() => stack.url, { until: true, refusals: [503] }));
    await stack.query('CREATE TABLE ballast (text text)');
    // Fills the disk with another table.
    const refused = await eventually(
      async () => {
        await stack.query(BALLAST).catch(() => {});
        const answer = await aVisitor(stack).signsUp();
        return answer.status === 201 ? undefined : answer;
      },
      { within: 120_000, every: 1 },
    );
    expect([refused.status, refused.body.databaseError]).toEqual([503, true]);
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200);
    await sleep(3000);
    expect(mount(`remount,size=${LARGE}`)).toBe(true);
    const begun = performance.now();
    // PostgreSQL stops if its write-ahead log found no space; then it must be started.
    const keptRunning = await postgres.start();
    await eventually(async () => (await aVisitor(stack).signsUp()).status === 201, { within: 20_000 });
    const recovered = Math.round(performance.now() - begun);
    await sleep(2000);
    await people.stop();
    browsers.close();
    console.log({ ...browsers.figures(), acknowledged: load.acknowledged.size, recoveredMs: recovered,
      keptRunning }); // oxfmt-ignore
    expect((await early.load()).status).toBe(200);
    expect(browsers.unexpected.slice(0, 5)).toEqual([]);
    expect(browsers.refusals().every(({ databaseError }) => databaseError)).toBe(true);
    expect(await load.missing(stack)).toEqual([]);
    expect(stack.apis.map((api) => api.isLive())).toEqual([true, true]);
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});
