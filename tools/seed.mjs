/** `npm run seed -- --trials 1000000 [--seed 7] [--until 2026-11-20]`: lifelike data beside what is there. Never in production. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, setup } from './setup.mjs';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '7' },
    until: { type: 'string' },
  },
});
const { trials, seed } = { trials: Number(values.trials), seed: Number(values.seed) };
const until = values.until ? Date.parse(`${values.until}T00:00:00Z`) : undefined;

const { ownerAddressOf, wantsSandbox, portsOf } = await import('./environment.mjs');
if (process.env.NODE_ENV === 'production' || !wantsSandbox(process.env))
  end('This makes people up: it never runs in production, nor with the key of a real provider.');
if (!(Number.isSafeInteger(trials) && trials > 0 && trials <= 5_000_000)) end('--trials is a number up to 5000000.');
if (!(Number.isSafeInteger(seed) && seed >= 0)) end('--seed is a whole number.');
if (Number.isNaN(until)) end('--until is a day such as 2026-11-20.');

await setup();
const { build } = await import('./build.mjs');
const { startPostgres } = await import('./postgres.mjs');
await build({ log: console.log });
const { createDataSource } = await import('../apps/api/dist/platform/database/data-source.js');
const { migrate } = await import('../apps/api/dist/platform/database/migrate.js');
const { seedDatabase } = await import('./seed/seed-database.mjs');

const begun = Date.now();
const dataDir = path.resolve(root, process.env.DATA_DIR || '.data', 'postgres');
const given = ownerAddressOf(process.env);
const server = given
  ? { url: given, adopted: true }
  : await startPostgres({ dataDir, port: portsOf(process.env).database, log: console.log });
const dataSource = await createDataSource(server.url, 2).initialize();
await migrate(dataSource);
await dataSource.destroy();
await seedDatabase(server.url, { trials, seed, until, log: console.log });
if (!server.adopted) await server.stop();
console.log(`Seeded in ${Math.round((Date.now() - begun) / 1000)} s`);

function end(line) {
  console.error(line);
  process.exit(1);
}
