/** Starts one database server, and the stack that flows share if one of the files uses it. */
import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { checkLogs } from './logs.mjs';
import { testPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

export default async function setUp({ vitest }: TestProject) {
  checkLogs();
  const postgres = await testPostgres();
  const stack = (await useSharedStack(vitest.state.getPaths())) ? await startShared(postgres.stop) : undefined;
  return async () => {
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

async function useSharedStack(files: string[]) {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.some((text) => text.includes('sharedStack()'));
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
