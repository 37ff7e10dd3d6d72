/** The bridge to a newer Node, in a checkout of its own, with a registry that serves one package: a shell script that calls this Node. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PACKAGE = 'node-of-this-platform';
const VERSION = '99.1.2';
const NOWHERE = 'http://127.0.0.1:1/';

let home: string;
let integrity: string;
let registry: string;
let server: Server;
/** What the registry was asked for. */
let asked: string[];

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-node-'));
  await mkdir(path.join(home, 'tools'));
  await cp(path.join(import.meta.dirname, 'node.mjs'), path.join(home, 'tools/node.mjs'));
  await writeFile(path.join(home, 'package.json'), JSON.stringify({ engines: { node: '>=99' } }));
  await writeFile(
    path.join(home, 'tools/report.mjs'),
    `import { execFileSync } from 'node:child_process';
     const child = String(execFileSync('node', ['--version'])).trim();
     console.log(JSON.stringify({ args: process.argv.slice(2), node: process.env.NODE, child }));
     process.exitCode = 7;`,
  );
  const tarball = await packed();
  integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end(tarball);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.close();
  await rm(home, { recursive: true });
});
beforeEach(async () => {
  asked = [];
  await rm(cache(), { recursive: true, force: true });
  await rm(path.join(home, 'npm'), { recursive: true, force: true });
});

const cache = () => path.join(home, 'cache/lampstand');
const kept = () => (existsSync(cache()) ? readdir(cache()) : []);

/** The tarball of a package whose `bin/node` names its version and is this Node otherwise. */
async function packed(): Promise<Buffer> {
  const folder = path.join(home, 'package');
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: PACKAGE, version: VERSION }));
  const program = path.join(folder, 'bin/node');
  await writeFile(program, `#!/bin/sh\n[ "$1" = --version ] && echo v${VERSION} || exec '${process.execPath}' "$@"\n`);
  chmodSync(program, 0o755);
  return execFileSync('tar', ['-cz', '-C', home, 'package'], { maxBuffer: 1_000_000 });
}

interface Run {
  from?: string;
  expected?: string;
  system?: string;
  node?: string;
}

/** Runs the bridge with a table that lists the package for this system, and waits for its end. */
async function bridge({ from = registry, expected = integrity, system, node = process.execPath }: Run = {}) {
  const table = {
    [system ?? `${process.platform}-${process.arch}`]: { name: PACKAGE, version: VERSION, integrity: expected },
  };
  await writeFile(path.join(home, 'tools/node-packages.json'), JSON.stringify(table));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: path.join(home, 'cache'),
    npm_config_cache: path.join(home, 'npm'),
    npm_config_registry: from,
    npm_config_fetch_retries: '0',
    // As `npm start` of a workspace passes it on.
    npm_config_local_prefix: home,
  };
  return new Promise<{ code: unknown; printed: string; complained: string[] }>((done) => {
    execFile(
      node,
      ['tools/node.mjs', 'tools/report.mjs', 'one', '--two'],
      { cwd: home, env },
      (error, printed, complained) =>
        done({ code: error?.code ?? 0, printed, complained: complained.trim().split('\n') }),
    );
  });
}

describe('a Node that is too old', () => {
  it('fetches a newer one once, and the script and its children run with it', async () => {
    const folder = path.join(cache(), `${PACKAGE}-${VERSION}`);
    const first = await bridge();
    expect(first).toEqual({
      code: 7,
      printed: expect.anything(),
      complained: [`Node ${process.versions.node} is too old: fetching Node ${VERSION} from npm into ${cache()}`],
    });
    expect(JSON.parse(first.printed)).toEqual({
      args: ['one', '--two'],
      node: path.join(folder, 'node'),
      child: `v${VERSION}`,
    });
    expect(asked).toEqual([`/${PACKAGE}/-/${PACKAGE}-${VERSION}.tgz`]);
    expect(await readdir(folder)).toEqual(['node']);
    const second = await bridge({ from: NOWHERE });
    expect(second).toEqual({ ...first, complained: [''] });
    expect(await kept()).toEqual([`${PACKAGE}-${VERSION}`]);
  });

  it('fetches it with two starts at once', async () => {
    const both = await Promise.all([bridge(), bridge()]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(await kept()).toEqual([`${PACKAGE}-${VERSION}`]);
  });

  it.each<[string, () => Run, RegExp]>([
    ['another hash', () => ({ expected: `sha512-${'A'.repeat(86)}==` }), /npm could not fetch .*sha512/],
    ['no network', () => ({ from: NOWHERE }), /npm could not fetch .*ECONNREFUSED/],
    ['no package for this system', () => ({ system: 'plan9-mips' }), /npm has no current one for \w+-\w+/],
  ])('says in one line what to install: %s', async (_, options, reason) => {
    const { code, printed, complained } = await bridge(options());
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(complained.at(-1)).toMatch(
      new RegExp(
        `^Lampstand needs Node 99 or newer; this is Node [\\d.]+, and ${reason.source}.* Install Node 99: https:`,
      ),
    );
    expect(complained.filter((line) => !line.includes('fetching Node'))).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });
});

describe('the bridge itself', () => {
  const older = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file) && String(execFileSync(file, ['--version'])).startsWith('v20.'));

  (older ? it : it.skip)('runs on Node 20, as the workflow of CI shows where this machine has none', async () => {
    expect(await bridge({ node: older! })).toMatchObject({ code: 7, printed: expect.stringContaining(`v${VERSION}`) });
  });
});
