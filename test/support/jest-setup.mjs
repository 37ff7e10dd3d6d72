/** Starts one database server and the stack that flows share. */
import { testPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

export default async function setUp() {
  const postgres = await testPostgres();
  const stack = await startStack().catch(async (/** @type {unknown} */ error) => {
    await postgres.stop();
    throw error;
  });
  const { url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home } = stack;
  process.env.LAMPSTAND_TEST_STACK = JSON.stringify({ url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home });
  Object.assign(globalThis, {
    stopTestStack: async () => {
      await stack.stop();
      await postgres.stop();
    },
  });
}
