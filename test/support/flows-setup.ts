/** Starts one database server, and what flows share if one of the files uses it: a stack, and the rendered pages of the site. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { checkLogs } from './logs.mjs';
import { testPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

export default async function setUp({ vitest }: TestProject) {
  checkLogs();
  const postgres = await testPostgres();
  const texts = await Promise.all(vitest.state.getPaths().map((file) => readFile(file, 'utf8')));
  const uses = (words: string) => texts.some((text) => text.includes(words));
  const [stack, folder] = await Promise.all([
    uses('sharedStack()') ? startShared(postgres.stop) : undefined,
    uses('site/built-page.ts') || uses('site/rules.ts') ? renderSite() : undefined,
  ]);
  return async () => {
    if (folder) await rm(folder, { recursive: true });
    try {
      await stack?.stop();
    } catch (error) {
      // After the report: Vitest would only print it.
      console.error((error as Error).message);
      process.exitCode = 1;
    } finally {
      await postgres.stop();
    }
  };
}

/** Takes seconds, once for all workers. */
async function renderSite() {
  const script = path.resolve(import.meta.dirname, '../../tools/rendered-site.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 28 });
  const folder = await mkdtemp(path.join(tmpdir(), 'lampstand-site-'));
  process.env.LAMPSTAND_RENDERED_SITE = path.join(folder, 'site.json');
  await writeFile(process.env.LAMPSTAND_RENDERED_SITE, stdout);
  return folder;
}

async function startShared(endOnFailure: () => Promise<void>) {
  try {
    const stack = await startStack();
    const { url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home } = stack;
    process.env.LAMPSTAND_TEST_STACK = JSON.stringify({ url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home });
    return stack;
  } catch (error) {
    await endOnFailure();
    throw error;
  }
}
