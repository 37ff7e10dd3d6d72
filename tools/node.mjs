// @ts-check
/**
 * `node tools/node.mjs <script> …` is `node <script> …` with the Node that package.json's `engines` names: where this one is older,
 * with one that it fetches from npm, once, into a cache folder of the user. Node 20.19 must be able to run this file: no newer
 * syntax, no package.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {{ name: string, version: string, integrity: string }} NodePackage in node-packages.json, of one platform */

const WINDOWS = process.platform === 'win32';
const PROGRAM = WINDOWS ? 'node.exe' : 'node';
/** An older folder is of a start that was killed. */
const FETCH_MILLISECONDS = 3_600_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [script = '', ...args] = process.argv.slice(2);
const [oldest = ''] = /\d+/.exec(readJson('package.json').engines.node) ?? [];

if (Number.parseInt(process.versions.node, 10) >= Number(oldest)) {
  const file = path.resolve(script);
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  try {
    runWith(fetched());
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    console.error(
      `Lampstand needs Node ${oldest} or newer; this is Node ${process.versions.node}, and ${reason}. Install Node ${oldest}: https://nodejs.org`,
    );
    process.exitCode = 1;
  }
}

/** The script and, by PATH, each child of it run with this Node. @param {string} node */
function runWith(node) {
  const PATH = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const env = {
    ...process.env,
    [PATH]: [path.dirname(node), process.env[PATH]].join(path.delimiter),
    NODE: node,
    npm_node_execpath: node,
  };
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env });
  // A terminal sends its Ctrl-C to the child, too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The path of the fetched Node. */
function fetched() {
  const wanted = packageOfPlatform();
  const folder = cacheFolder();
  const done = path.join(folder, `${wanted.name}-${wanted.version}`);
  if (!fs.existsSync(done)) fetchInto(done, wanted);
  return path.join(done, PROGRAM);
}

/** @returns {NodePackage} */
function packageOfPlatform() {
  const header = /** @type {any} */ (process.report.getReport()).header;
  const system = `${process.platform}-${process.arch}`;
  const isMusl = process.platform === 'linux' && !header.glibcVersionRuntime;
  const found = readJson('tools/node-packages.json')[system];
  if (!found || isMusl) throw new Error(`npm has no current one for ${system}${isMusl ? ' with musl' : ''}`);
  return found;
}

/** In the user's cache; in the checkout where the home is missing or read-only. Not in node_modules, which `npm ci` deletes. */
function cacheFolder() {
  const cache = WINDOWS ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  if (!cache || !fs.existsSync(path.dirname(cache))) return path.join(root, '.data/node');
  try {
    const folder = path.join(cache, 'lampstand');
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return folder;
  } catch {
    return path.join(root, '.data/node');
  }
}

/** Another start may do the same at this time. @param {string} done @param {NodePackage} wanted */
function fetchInto(done, wanted) {
  const folder = path.dirname(done);
  fs.mkdirSync(folder, { recursive: true });
  for (const left of fs.readdirSync(folder).filter((each) => each.startsWith('fetch-'))) {
    const { mtimeMs } = fs.statSync(path.join(folder, left));
    if (Date.now() - mtimeMs > FETCH_MILLISECONDS) remove(path.join(folder, left));
  }
  console.error(`Node ${process.versions.node} is too old: fetching Node ${wanted.version} from npm into ${folder}`);
  const work = fs.mkdtempSync(path.join(folder, 'fetch-'));
  try {
    install(work, wanted);
    const ready = path.join(work, 'ready');
    fs.mkdirSync(ready);
    fs.renameSync(path.join(work, 'node_modules', wanted.name, 'bin', PROGRAM), path.join(ready, PROGRAM));
    const check = spawnSync(path.join(ready, PROGRAM), ['--version'], { encoding: 'utf8' });
    if (check.stdout?.trim() !== `v${wanted.version}`)
      throw new Error(`the one of npm does not run here: ${firstLine(check.stderr || String(check.error))}`);
    keep(ready, done);
  } finally {
    remove(work);
  }
}

/** @param {string} ready @param {string} done */
function keep(ready, done) {
  try {
    fs.renameSync(ready, done);
  } catch (error) {
    // Another start was faster.
    if (!fs.existsSync(done)) throw error;
  }
}

/**
 * npm checks the hash. The package is a dependency and not an optional one: npm leaves out an optional one without an error when it
 * cannot fetch it or its hash is wrong.
 * @param {string} work @param {NodePackage} wanted
 */
function install(work, { name: wanted, version, integrity }) {
  const registry = npm(['config', 'get', 'registry']).stdout.trim().replace(/\/$/, '');
  const dependencies = { [wanted]: version };
  // With its address, npm also finds the package in its own cache when there is no network.
  const resolved = `${registry}/${wanted}/-/${wanted}-${version}.tgz`;
  const packages = { '': { dependencies }, [`node_modules/${wanted}`]: { version, resolved, integrity } };
  fs.writeFileSync(path.join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
  fs.writeFileSync(path.join(work, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const { status, stdout, stderr } = npm(['ci', '--json', '--ignore-scripts', '--prefer-offline', '--prefix', work]);
  if (status !== 0)
    throw new Error(`npm could not fetch ${wanted} ${version}: ${errorOf(stdout) ?? firstLine(stderr)}`);
}

/** With the configuration, proxy and certificates of the user. @param {string[]} words */
function npm(words) {
  const env = { ...process.env, npm_config_audit: 'false', npm_config_update_notifier: 'false' };
  const result = spawnSync('npm', words, { cwd: root, env, encoding: 'utf8', shell: WINDOWS });
  if (result.error) throw new Error(`npm does not start: ${result.error.message}`);
  return result;
}

/** The first sentence of what `npm --json` prints about its failure. @param {string} output */
function errorOf(output) {
  try {
    return firstLine(JSON.parse(output).error.summary);
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split('\n')[0];
}

/** @param {string} folder */
function remove(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
}

/** @param {string} file of the checkout */
function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}
