/** Three versions of the sign-up's chart on one database, while people sign up and support holds some of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { initialStateOf, journaledTransitionsOf, MIGRATED, trialSignup } from '@lampstand/workflows';
import { aKey, anAgent, aVisitor, callsTo, type Visitor } from '../builders/index.ts';
import { settled, tally, violations } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';
import { ADDED, chartBuilds, RENAMED } from './chart-builds.ts';
import { crowd } from './clients.ts';
import { type OnFailure, patiently } from './faults.ts';
import { entersCard, ok, opens, provesPhone } from './sweep-scripts.ts';

jest.setTimeout(900_000);

const CURRENT = 'apps/api/build/main.js';
const AT_ONCE = 6;
/** People who finish in each phase of the deployment. */
const EACH_PHASE = 12;
const PHASE_MS = 180_000;
/** Of so many people whom support holds, one is released only when version 3 alone runs. */
const KEPT = 3;

type Api = OwnStack['apis'][number];

let builds: Awaited<ReturnType<typeof chartBuilds>>;
let stack: OwnStack;

beforeAll(async () => {
  builds = await chartBuilds();
  stack = await startStack({ apis: 3, entries: [CURRENT, builds.added.entry, builds.renamed.entry] });
}, 300_000);
afterAll(async () => {
  await stack?.stop();
  await builds?.added.remove();
  await builds?.renamed.remove();
});

it('Versions 1, 2 and 3 of the chart run beside each other while people sign up, and nobody is lost', async () => {
  const [one, two, three] = stack.apis as [Api, Api, Api];
  const people = new People([one, two, three]);
  await people.begin();
  await Promise.all([two.kill('SIGTERM'), three.kill('SIGTERM')]);
  const run = crowd(AT_ONCE, () => people.signUp());

  await people.finish(EACH_PHASE);
  await two.restart();
  await people.finish(EACH_PHASE);
  await eventually(() => people.kept.length > 0, { within: PHASE_MS });
  const parked = await countIn(ADDED);
  await three.restart();
  await eventually(async () => (await countIn(ADDED)) === 0, { within: 30_000 });
  await people.finish(2 * EACH_PHASE);
  const unknown = { 1: await unknownStatesOf(one), 2: await unknownStatesOf(two), 3: await unknownStatesOf(three) };
  await one.kill('SIGTERM');
  await people.finish(EACH_PHASE);
  await two.kill('SIGTERM');
  await people.finish(EACH_PHASE);
  await run.stop();
  const kept = await people.releaseKept();
  await settled(stack, { within: 60_000 });

  const rows = await transitions();
  console.info({
    people: people.all.length,
    held: people.held,
    heldUntilTheEnd: kept,
    parkedWhenVersion3Began: parked,
    rowsByVersion: Object.fromEntries(tally(rows.map(({ version }) => version))),
    moved: rows.filter(({ event }) => event === MIGRATED).length,
    answersWhileHeld: Object.fromEntries(tally(people.answers)),
    unknownStates: unknown,
  });

  expect(await violations(stack, { versions: builds.versions })).toEqual([]);
  expect(await stack.query(`SELECT id, state FROM trial_signups WHERE state <> 'success'`)).toEqual([]);
  const accounts = await stack.query(`SELECT trial_id::float8 AS id FROM users WHERE status = 'active' ORDER BY 1`);
  expect(accounts.map(({ id }) => id)).toEqual(people.all.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(notReplayed(rows)).toEqual([]);
  expect(rows.filter(({ event }) => event === MIGRATED).length).toBeGreaterThanOrEqual(parked);
  expect(new Set(rows.map(({ version }) => version)).size).toBe(3);

  expect(unknown[1]).toMatchObject({ [ADDED]: expect.any(Number), [RENAMED]: expect.any(Number) });
  expect(unknown[2]).toMatchObject({ [RENAMED]: expect.any(Number) });
  expect(unknown[3]).toEqual({});
  expect(people.answersOf(1)).toEqual(['card: 503', 'inspector: 503', 'load: 503']);
  expect(people.answersOf(2)).toEqual([
    'card: 409',
    'card: 503',
    'inspector: 200',
    'inspector: 503',
    'load: 200',
    'load: 503',
  ]);
  expect(people.answersOf(3)).toEqual(['card: 409', 'inspector: 200', 'load: 200']);
  expect(await triedAgain()).toEqual([]);
});

/** Pastors who sign up, some of whom support holds before the card. `answers`: what each version answers meanwhile. */
class People {
  readonly all: Visitor[] = [];
  readonly answers: string[] = [];
  held = 0;
  private finished = 0;
  /** Held until version 3 alone runs. */
  readonly kept: Visitor[] = [];
  private cookie = '';

  constructor(private readonly apis: Api[]) {}

  async begin(): Promise<void> {
    this.cookie = (await anAgent(stack)).cookie;
  }

  async signUp(): Promise<void> {
    const visitor = aVisitor(stack);
    const key = { 'idempotency-key': aKey() };
    await patiently('details', async () => ok(await visitor.signsUp(key), 201), aMomentLater);
    this.all.push(visitor);
    await patiently('phone', () => provesPhone(stack, visitor), aMomentLater);
    if (this.newer.length && this.all.length % 3) {
      await this.support(visitor, 'mark-contacted');
      this.held += 1;
      await this.meetsEachVersion(visitor);
      if (this.held % KEPT === 0) return void this.kept.push(visitor);
      await this.support(visitor, 'send-payment-link');
    }
    await this.opensAccount(visitor);
  }

  /** Waits until `more` people have opened an account. */
  async finish(more: number): Promise<void> {
    const goal = this.finished + more;
    await eventually(() => this.finished >= goal, { within: PHASE_MS });
  }

  async releaseKept(): Promise<number> {
    for (const visitor of this.kept) {
      await this.support(visitor, 'send-payment-link');
      await this.opensAccount(visitor);
    }
    return this.kept.length;
  }

  /** The different answers of a version to calls about held sign-ups. */
  answersOf(version: number): string[] {
    const own = this.answers.filter((answer) => answer.startsWith(`version ${version}, `));
    return [...new Set(own.map((answer) => answer.split(', ')[1]!))].toSorted();
  }

  private async opensAccount(visitor: Visitor): Promise<void> {
    await patiently('card', () => entersCard(stack, visitor), aMomentLater);
    await patiently('account', () => opens(visitor), aMomentLater);
    this.finished += 1;
  }

  /** A support action at a server that has the state, at each of them in turn until one accepts it. */
  private async support(visitor: Visitor, action: string): Promise<void> {
    let turn = this.held;
    await patiently(
      action,
      async () => {
        const { url } = this.newer[turn++ % this.newer.length]!;
        ok(await callsTo({ url }, { cookie: this.cookie }).post(`admin/trials/${visitor.id}/${action}`, {}));
      },
      aMomentLater,
    );
  }

  /** Loads the held sign-up and asks for the card form at each server. */
  private async meetsEachVersion({ id }: Visitor): Promise<void> {
    for (const [index, api] of this.apis.entries()) {
      if (!api.isLive()) continue;
      const calls = callsTo(api);
      const cookie = { cookie: this.cookie };
      const made = {
        load: () => calls.get(`/api/trial-signup/${id}`),
        card: () => calls.post('trial-setup-intent', { trialId: id }),
        inspector: () => calls.get(`/api/admin/trials/${id}`, cookie),
      };
      for (const [name, call] of Object.entries(made)) {
        const { status } = await call().catch(() => ({ status: 0 }));
        // A server that is being stopped may break off.
        if (api.isLive()) this.answers.push(`version ${index + 1}, ${name}: ${status}`);
      }
    }
  }

  private get newer(): Api[] {
    return this.apis.slice(1).filter((api) => api.isLive());
  }
}

const aMomentLater: OnFailure = () => sleep(300);

const countIn = async (state: string): Promise<number> =>
  (await stack.query('SELECT count(*)::int AS count FROM trial_signups WHERE state = $1', [state]))[0].count;

/** How often a server met each state that it does not know. */
async function unknownStatesOf({ metricsUrl }: Api): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.matchAll(/^lampstand_workflow_unknown_states_total\{.*state="(\w+)".*\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]));
}

interface Row {
  id: string;
  version: string;
  event: string;
  from: string;
  to: string;
}

const transitions = (): Promise<Row[]> =>
  stack.query(`SELECT subject_id::text AS id, version, event, from_state AS from, to_state AS to FROM workflow_journal
                WHERE flow = 'trial-signup' AND seq IS NOT NULL ORDER BY subject_id, seq`);

/** The rows that are no transition of the version they name, or do not go on where the row before ended. */
function notReplayed(rows: Row[]): Row[] {
  const legal = new Set(
    journaledTransitionsOf(builds.versions).map(({ version, ...each }) =>
      inWords({ version: String(version), ...each }),
    ),
  );
  const stands = new Map<string, string>();
  return rows.filter((row) => {
    const before = stands.get(row.id) ?? initialStateOf(trialSignup);
    stands.set(row.id, row.to);
    return row.from !== before || !legal.has(inWords(row));
  });
}

const inWords = ({ version, event, from, to }: Omit<Row, 'id'>) => `${version}: ${from} ${event} ${to}`;

/** The jobs of held sign-ups that used up a try. */
const triedAgain = () =>
  stack.query(`SELECT name, retry_count, output FROM pgboss.job WHERE name = 'sendResumeLink' AND retry_count > 0`);
