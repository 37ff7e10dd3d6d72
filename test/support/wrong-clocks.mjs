/** Wall clocks of single processes that a test sets wrong while they run: by libfaketime, which is a package of Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../tools/setup.mjs';
import { eventually } from './eventually.mjs';

const SECOND = 1000;

/** @param {number} count of processes; their clocks are right at first */
export function wrongClocks(count) {
  const library = libfaketime();
  const home = mkdtempSync(path.join(tmpdir(), 'lampstand-clocks-'));
  const fileOf = (/** @type {number} */ index) => path.join(home, `clock-${index + 1}`);
  /** @param {number} index @param {number} seconds */
  const write = (index, seconds) => {
    // A process that looks in this very moment sees the one or the other.
    writeFileSync(`${fileOf(index)}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    renameSync(`${fileOf(index)}.new`, fileOf(index));
  };
  for (let index = 0; index < count; index += 1) write(index, 0);

  return {
    /** What a process has to be told at its start. @param {number} index */
    envOf: (index) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(index),
      FAKETIME_NO_CACHE: '1',
      // A wall clock that is set leaves the one that timers go by alone.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }),
    /**
     * Sets the clock of each server so many seconds ahead, and waits until it shows that.
     * @param {string[]} urls @param {...number} ahead
     */
    set: async (urls, ...ahead) => {
      for (const [index, seconds] of ahead.entries()) write(index, seconds);
      const shown = urls.map((url, index) =>
        eventually(async () => Math.abs((await secondsAhead(url)) - (ahead[index] ?? 0)) < 3),
      );
      await Promise.all(shown);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** How far ahead of ours the clock of a server is, by the date of its answers. @param {string} url */
async function secondsAhead(url) {
  const { headers } = await fetch(`${url}/healthz`);
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / SECOND;
}

function libfaketime() {
  const unpacked = path.join(root, '.data/libfaketime');
  const found = libraryIn('/') ?? libraryIn(unpacked) ?? (unpack(unpacked), libraryIn(unpacked));
  if (!found) throw new Error('This proof sets clocks of processes wrong, by libfaketime: apt-get install libfaketime');
  return found;
}

/** @param {string} folder */
function libraryIn(folder) {
  const libraries = path.join(folder, 'usr/lib');
  const names = existsSync(libraries) ? ['', ...readdirSync(libraries)] : [];
  return names
    .map((name) => path.join(libraries, name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** Debian's package into a folder, which needs no rights and changes nothing else. @param {string} folder */
function unpack(folder) {
  mkdirSync(folder, { recursive: true });
  const options = /** @type {const} */ ({ cwd: folder, stdio: 'ignore' });
  spawnSync('apt-get', ['download', 'libfaketime'], options);
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (file) spawnSync('dpkg', ['--extract', file, '.'], options);
}
