import { checkLogs } from './logs.mjs';
import { testPostgres } from './postgres.mjs';

/** Starts one database server for all workers; each worker starts its own stack on it. */
export default async function setUp() {
  checkLogs();
  const postgres = await testPostgres();
  return () => postgres.stop();
}
