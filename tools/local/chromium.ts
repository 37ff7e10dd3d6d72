/** Finds Chromium: CHROME_PATH, else on Linux a headless build from npm (half the run time), else the system's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMain, setup } from './setup.ts';

const SYSTEM_PATHS = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function findChromium() {
  if (process.env.CHROME_PATH) {
    if (existsSync(process.env.CHROME_PATH)) return process.env.CHROME_PATH;
    throw new Error(`CHROME_PATH is ${process.env.CHROME_PATH}, and there is no such file.`);
  }
  const { chromium } = await import('@playwright/test');
  const found =
    (process.platform === 'linux' && (await fromPackage())) ||
    [chromium.executablePath(), ...SYSTEM_PATHS].find((file) => file && existsSync(file));
  if (!found) throw new Error('No Chromium found that runs here. Install Chrome, or set CHROME_PATH.');
  return found;
}

/** The package contains the shared libraries a bare system lacks, but unpacks them only inside AWS Lambda. */
async function fromPackage() {
  if (!hasLibraries()) process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const file = await packaged.executablePath();
  if (runs(file)) return file;
  await rm(path.join(tmpdir(), 'chromium'), { force: true });
  const unpackedAgain = await packaged.executablePath();
  return runs(unpackedAgain) ? unpackedAgain : undefined;
}

const hasLibraries = () =>
  spawnSync('sh', ['-c', 'ldconfig -p | grep -q libnss3.so && ldconfig -p | grep -q libnspr4.so'], {
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
  }).status === 0;

const runs = (file: string) =>
  spawnSync(file, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

if (isMain(import.meta)) {
  await setup();
  console.log(await findChromium());
}
