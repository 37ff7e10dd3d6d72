/** `npm start` in a copy of the checkout, with data and ports of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { claimPorts } from '../../tools/local/environment.mjs';
import { urlOf } from '../../tools/local/postgres.mjs';
import { root } from '../../tools/local/setup.mjs';
import { eventually } from '../support/index.ts';
import { connectStack } from '../support/stack.mjs';

const LEFT_OUT = ['.git', '.data', 'docs'];
const PACKAGES = 'node_modules';
/** Where hard links to the packages can be made. Jest and Git ignore it. */
const DATA = path.join(root, '.data');

/** A copy of the checkout in the folder `name` of a home that is closed to other users. Packages are linked, as nothing writes to them. */
export async function copyInClosedHome(name: string) {
  await mkdir(DATA, { recursive: true });
  const home = await mkdtemp(path.join(DATA, 'closed-home-'));
  await chmod(home, 0o700);
  const folder = path.join(home, name);
  await mkdir(folder);
  for (const part of await readdir(root)) {
    if (LEFT_OUT.includes(part)) continue;
    execFileSync('cp', [part === PACKAGES ? '-al' : '-a', path.join(root, part), folder]);
  }
  await rm(path.join(folder, PACKAGES, '.cache'), { recursive: true, force: true });
  return { folder, remove: () => rm(home, { recursive: true }) };
}

/** Free ports as variables, and what connects to a stack that has them. */
export async function ownPorts() {
  const { ports, release } = await claimPorts(5);
  const [site = 0, sandbox = 0, smtp = 0, database = 0, metrics = 0] = ports;
  const env = {
    PORT: String(site),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    DATABASE_PORT: String(database),
    METRICS_PORT: String(metrics),
  };
  const url = `http://localhost:${site}`;
  const connect = (home: string) =>
    connectStack({
      url,
      apiUrls: [url],
      sandboxUrl: `http://127.0.0.1:${sandbox}`,
      smtpPort: smtp,
      databaseUrl: urlOf(database, 'lampstand'),
      home,
    });
  return { env, connect, release };
}

export type Started = ReturnType<typeof npmStart>;

/** Runs `npm start` of a copy, without npm, by the Node of PATH. `printed` and `complained` are what it has written so far. */
export function npmStart(folder: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('node', ['tools/start.mjs'], { cwd: folder, env: { PATH, HOME, ...env } });
  const said = { printed: '', complained: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.printed += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.complained += text));
  const ended = new Promise<number | string | null>((done) =>
    child.once('close', (code, signal) => done(signal ?? code)),
  );
  return {
    said,
    /** Waits until it has printed the addresses. */
    ready: async () => {
      await eventually(() => said.printed.includes('Ctrl-C ends it.') || child.exitCode !== null, { within: 240_000 });
      if (child.exitCode !== null)
        throw new Error(`It ended with ${child.exitCode}:\n${said.printed}\n${said.complained}`);
    },
    /** The exit code or the signal. */
    ended,
    end: (signal: NodeJS.Signals = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}
