import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox, aTrial, temporaryDirectory } from './sandbox.fixture.ts';
import { startSandbox } from './sandbox.ts';
import { Store } from './store.ts';

it('keeps all data and never sets the clock back after a kill', async () => {
  const killed = await aSandbox();
  const { id } = await aTrial(killed);
  await killed.advance({ advanceDays: 10 });
  const journal = readFileSync(join(killed.dataDir, 'sandbox', 'journal.jsonl'));
  await killed.stop();
  writeFileSync(
    join(killed.dataDir, 'sandbox', 'journal.jsonl'),
    Buffer.concat([journal, Buffer.from('[["customers","cus_torn",{"id":')]),
  );
  const again = await aSandbox({ dataDir: killed.dataDir });
  expect((await again.stripe.subscriptions.retrieve(id)).status).toBe('trialing');
  expect((await again.get<{ offsetMs: number }>('clock')).offsetMs).toBe(10 * 86_400_000);
  await again.control('POST', 'reset');
  expect((await again.get<{ offsetMs: number }>('clock')).offsetMs).toBe(10 * 86_400_000);
  expect((await again.stripe.prices.list()).data).toHaveLength(1);
  await expect(again.stripe.subscriptions.retrieve(id)).rejects.toThrow('No such subscription');
  await again.stop();
});

it('does not change the state of a running sandbox when a second one finds the port in use', async () => {
  const running = await aSandbox();
  const { port } = new URL(running.url);
  await expect(startSandbox({ port: Number(port), smtpPort: 0, dataDir: running.dataDir })).rejects.toHaveProperty(
    'code',
    'EADDRINUSE',
  );
  const { id } = await running.stripe.customers.create({ email: 'late@example.org' });
  await running.stop();
  const again = await aSandbox({ dataDir: running.dataDir });
  expect((await again.stripe.customers.retrieve(id)).id).toBe(id);
  await again.stop();
});

it('stores no card number and no security code, in its state or its log', async () => {
  const sandbox = await aSandbox();
  await aTrial(sandbox);
  const kept =
    readFileSync(join(sandbox.dataDir, 'sandbox', 'journal.jsonl'), 'utf8') +
    JSON.stringify(await sandbox.get('requests'));
  expect(kept).not.toMatch(/4242\s?4242\s?4242/);
  expect(kept).not.toMatch(/"cvc"/);
  await sandbox.stop();
});

it('writes thirty thousand objects without slowing down', () => {
  const store = new Store(temporaryDirectory()).open();
  const took = (from: number) => {
    const start = performance.now();
    for (let index = from; index < from + 10_000; index += 1) {
      store.put('customers', { id: `cus_${index}`, name: 'A leader' });
      store.commit();
    }
    return performance.now() - start;
  };
  const [first, , last] = [took(0), took(10_000), took(20_000)] as [number, number, number];
  expect(last).toBeLessThan(first * 4 + 500);
  store.close();
});
