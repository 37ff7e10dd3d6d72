/** Starts one database server, and the stack that flows share if one of the named files uses it. */
import { readFile } from 'node:fs/promises';
import { checkLogs } from './logs.mjs';
import { testPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

/** @param {{ runTestsByPath: boolean, nonFlagArgs: string[] }} config of Jest */
export default async function setUp({ runTestsByPath, nonFlagArgs }) {
  checkLogs();
  const postgres = await testPostgres();
  const isShared = !runTestsByPath || (await useSharedStack(nonFlagArgs));
  const stack = isShared ? await startStack().catch(endAfter(postgres.stop)) : undefined;
  if (stack) {
    const { url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home } = stack;
    process.env.LAMPSTAND_TEST_STACK = JSON.stringify({ url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home });
  }
  Object.assign(globalThis, {
    stopTestStack: async () => {
      try {
        await stack?.stop();
      } finally {
        await postgres.stop();
      }
    },
  });
}

/** @param {string[]} files */
async function useSharedStack(files) {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.some((text) => text.includes('sharedStack()'));
}

/** @param {() => Promise<void>} stop @returns {(error: unknown) => Promise<never>} */
const endAfter = (stop) => async (error) => {
  await stop();
  throw error;
};
