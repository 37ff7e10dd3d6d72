/** Before the flows: one database server and one default stack for all spec files that change nothing others would notice. */
import { testPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

export default async function setUp() {
  const postgres = await testPostgres();
  const stack = await startStack().catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  const { url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home } = stack;
  process.env.LAMPSTAND_TEST_STACK = JSON.stringify({ url, apiUrls, sandboxUrl, smtpPort, databaseUrl, home });
  globalThis.lampstandTestRun = { stack, postgres };
}
