/** The backup command, and the ports that stacks of tests claim. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { restoreBackup, verifyBackup } from '../../tools/backup/restore-backup.ts';
import { takeBackup } from '../../tools/backup/take-backup.ts';
import { aMember, aPastor, callsTo, commandOn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';
import { ownedDatabase } from '../support/postgres.mjs';
import { claimPorts, isTaken } from '../../tools/local/environment.ts';

jest.setTimeout(60_000);

const stack = sharedStack();
let home: string;
let file: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-backup-'));
  file = path.join(home, 'lampstand.backup');
});
afterAll(() => rm(home, { recursive: true }));

describe('a backup', () => {
  it('is a snapshot while others write, and can be restored by an owner who is not a superuser', async () => {
    await aMember(stack);
    const { post } = callsTo(stack);
    const odd = aPastor({ churchName: 'A \\ tab\u2028 and “\\.”', message: 'line\nline\n\\.\n\t\\N' });
    const { body } = await post('trial-signup', odd);
    const [sums] = await Promise.all([
      takeBackup(stack.databaseUrl, file),
      ...Array.from({ length: 10 }, () => post('trial-signup', aPastor())),
    ]);
    const empty = await ownedDatabase(stack.databaseUrl);
    try {
      expect((await restoreBackup(empty.url, file)).sums).toEqual(sums);
      const again = path.join(home, 'again.backup');
      expect(await takeBackup(empty.url, again)).toEqual(sums);
      expect(sums['public.trial_signups']!.rows).toBeGreaterThan(0);
      const [row] = await empty.query('SELECT church_name, message FROM trial_signups WHERE id = $1', [body.id]);
      expect(row).toEqual({ church_name: odd.churchName, message: odd.message });
      await expect(restoreBackup(empty.url, file)).rejects.toThrow(/is not empty/);
      await expect(empty.query(`UPDATE trial_signups SET state = 'success' WHERE id = $1`, [body.id])).rejects.toThrow(
        /./,
      );
    } finally {
      await empty.drop();
    }
  });

  it('is made by a command that overwrites no file and names a database that does not answer', async () => {
    const existing = path.join(home, 'existing.backup');
    await writeFile(existing, 'precious');
    const refused = await commandOn(stack, 'tools/operations.ts', {}, ['backup', existing]);
    expect(refused).toMatchObject({ code: 1, complained: expect.stringMatching(/is there already/) });
    expect(await readFile(existing, 'utf8')).toBe('precious');
    const unreachable = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const failed = await commandOn(stack, 'tools/operations.ts', unreachable, [
      'backup',
      path.join(home, 'none.backup'),
    ]);
    expect(failed).toMatchObject({ code: 1, complained: 'PostgreSQL does not answer at DATABASE_URL.' });
  });
});

describe('a damaged backup', () => {
  const changed = async (name: string, change: (text: string) => string) => {
    const place = path.join(home, name);
    await writeFile(
      place,
      gzipSync(Buffer.from(change(gunzipSync(await readFile(file)).toString('latin1')), 'latin1')),
    );
    return place;
  };

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2), /ends too early|unpacked/],
    ['with a byte changed', (bytes) => ((bytes[bytes.length >> 1]! ^= 1), bytes), /damaged|unpacked|not the ones/],
    ['another file', () => Buffer.from('precious'), /unpacked/],
    ['another gzip file', () => gzipSync('precious\n'), /no backup/],
  ])('is refused before anything is written: %s', async (name, harm, reason) => {
    const place = path.join(home, `${name}.backup`);
    await writeFile(place, harm(Buffer.from(await readFile(file))));
    await expect(verifyBackup(place)).rejects.toThrow(reason);
  });

  it('is refused when a row is changed or missing, or the end is missing', async () => {
    const cases: [string, (text: string) => string, RegExp][] = [
      ['row', (text) => text.replace('Grace Chapel', 'Grace Chapek'), /not the ones that were written/],
      ['line', (text) => text.replace(/\n[^\n]*Grace Chapel[^\n]*/, ''), /not the ones that were written/],
      ['end', (text) => text.replace('{"whole":true}\n', ''), /ends too early/],
    ];
    for (const [name, change, reason] of cases)
      await expect(verifyBackup(await changed(name, change))).rejects.toThrow(reason);
  });

  it('of a newer version is restored by that version only', async () => {
    const newer = await changed('newer', (text) =>
      text.replace('"migrations":[', '"migrations":["Later9999999999999",'),
    );
    const empty = await ownedDatabase(stack.databaseUrl);
    try {
      await expect(restoreBackup(empty.url, newer)).rejects.toThrow(/newer version.*Later9999999999999/);
      expect(await empty.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});

const claims = () => Promise.all(Array.from({ length: 100 }, () => claimPorts(8)));

describe('the ports that a test claims', () => {
  it('are free and belong to it until it releases them', async () => {
    const first = await claims();
    const second = await claims();
    const ports = [...first, ...second].flatMap((claim) => claim.ports);
    expect(new Set(ports).size).toBe(200 * 8);
    expect(await Promise.all(ports.map(isTaken))).not.toContain(true);
    for (const { release } of [...first, ...second]) release();
  });

  it('are below the ephemeral ports of the system', async () => {
    const { ports, release } = await claimPorts(1);
    release();
    const FIRST_EPHEMERAL_PORT = 32_768;
    expect(ports[0]).toBeLessThan(FIRST_EPHEMERAL_PORT);
  });
});
