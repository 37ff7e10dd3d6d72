import { testPostgres } from './postgres.mjs';

/** One database server for all workers; each worker has a stack of its own on it. */
export default async function setUp() {
  const postgres = await testPostgres();
  return () => postgres.stop();
}
