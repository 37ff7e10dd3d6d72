// @ts-check
/** `npm run seed -- --trials 1000000 [--seed 7] [--until 2026-11-20]`: adds realistic data. Never in production. */
import { parseArgs } from 'node:util';
import { ownerDatabase, stopwatch } from './local/commands.mjs';
import { usesSandbox } from './local/environment.mjs';
import { fail, setup } from './local/setup.mjs';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '7' },
    until: { type: 'string' },
  },
});
const { trials, seed } = { trials: Number(values.trials), seed: Number(values.seed) };
const until = values.until ? Date.parse(`${values.until}T00:00:00Z`) : undefined;

if (process.env.NODE_ENV === 'production' || !usesSandbox(process.env))
  fail('This makes people up: it never runs in production, nor with the key of a real provider.');
if (!(Number.isSafeInteger(trials) && trials > 0 && trials <= 5_000_000)) fail('--trials is a number up to 5000000.');
if (!(Number.isSafeInteger(seed) && seed >= 0)) fail('--seed is a whole number.');
if (Number.isNaN(until)) fail('--until is a day such as 2026-11-20.');

await setup();
const { build } = await import('./build.mjs');
await build({ log: console.log });
const { createDataSource } = await import('../apps/api/dist/platform/database/data-source.js');
const { migrate } = await import('../apps/api/dist/platform/database/migrate.js');
const { seedDatabase } = await import('./seed/seed-database.mjs');

const seconds = stopwatch();
const database = await ownerDatabase(process.env);
const dataSource = await createDataSource(database.url, 2).initialize();
await migrate(dataSource);
await dataSource.destroy();
await seedDatabase(database.url, { trials, seed, ...(until && { until }), log: console.log });
await database.stop();
console.log(`Seeded in ${seconds()} s`);
