/** What `npm start` checks before it builds, and what a server process loads. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

/** Prints the CommonJS modules that the process has loaded from files. */
const LIST_MODULES = `import { createRequire } from 'node:module';
  process.on('exit', () => console.log(JSON.stringify(Object.keys(createRequire('/').cache))));`;

/** What the module and those it imports import before they run, as they name it. */
async function importsOf(file: string, known = new Set<string>()): Promise<string[]> {
  if (known.has(file)) return [];
  known.add(file);
  const names = [...(await readFile(file, 'utf8')).matchAll(/^(?:import(?! type)|\}).* from '([^']+)';$/gm)].map(
    ([, name]) => name!,
  );
  const own = names.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name));
  return [...names, ...(await Promise.all(own.map((each) => importsOf(each, known)))).flat()];
}

describe('npm start', () => {
  it.each(['node.mjs', 'start.ts', 'test.ts', 'build.ts', 'long-runs.ts'])(
    'and npm test begin without packages (%s)',
    async (name) => {
      const names = await importsOf(`tools/${name}`);
      expect(names.filter((each) => !each.startsWith('.') && !each.startsWith('node:'))).toEqual([]);
      expect(names).toContain('node:path');
    },
  );

  it('names each wrong setting before it builds the site or starts a server', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'lampstand-settings-'));
    const wrong = { STRIPE_SECRET_KEY: 'sk_wrong', SITE_URL: 'https://unbuilt.example', DATA_DIR: home, PORT: '1' };
    const { code, complained, lines } = await commandOn(stack, 'tools/start.ts', wrong);
    await rm(home, { recursive: true });
    expect(code).toBe(1);
    expect(complained).toMatch(
      /^Lampstand cannot start with these settings:\n- STRIPE_SECRET_KEY: has an invalid value/,
    );
    expect(complained).toContain('- TWILIO_ACCOUNT_SID: is missing');
    const steps = lines.map((line) => line.split(/ +/).slice(0, 2).join(' '));
    // A step is printed when it takes 100 ms, which looking for packages does on a busy machine.
    expect(steps.filter((step) => step !== 'ok packages')).toEqual(['FAILED settings']);
  }, 20_000);
});

describe('a server process', () => {
  it('loads no package beside its bundle but the native one', async () => {
    const list = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}` };
    const { complained, lines } = await commandOn(stack, 'apps/api/build/main.js', list);
    expect(complained).toContain('STRIPE_SECRET_KEY: is missing');
    const names = (JSON.parse(lines[0]!) as string[]).map((file) => /.*node_modules\/(@?[^/]+\/[^/]+)/.exec(file)?.[1]);
    expect([...new Set(names)].filter((name) => !name?.startsWith('@node-rs/argon2'))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});
