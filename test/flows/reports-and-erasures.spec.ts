/** Erasures and retention change no report. @thorough */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SupportActionName } from '@lampstand/contracts/back-office';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { Retention } from '../../apps/api/src/admin/people/privacy/retention.ts';
import type { Clock } from '../../apps/api/src/platform/clock/clock.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import {
  aStoredSubscription,
  aTrial,
  anAgent,
  type Agent,
  manyTrials,
  storedTrial,
  aJournalNote,
  aStoredPayment,
  storedTrials,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const HISTORIES = Number(process.env['SOAK_RUNS'] ?? 3);
/** Without retention: no sweep runs, so the test itself decides which sign-ups count. */
const kept = ownStack({ apis: 1, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
const erased = ownStack({ apis: 1 });
const worlds = [kept, erased];
type World = typeof kept;

const DAY = 24 * 3600_000;
/** The last visit was so many days ago at most; then retention is over. */
const TERMS = { phoneVerification: 30, billingInformation: 90, alreadyMember: 90, success: Infinity } as const;
type State = keyof typeof TERMS;
const STATES = Object.keys(TERMS) as State[];
const RARE = ['AK', 'DE', 'HI', 'ID', 'ME', 'MT', 'ND', 'NH', 'RI', 'SD', 'VT', 'WY'];
const which = fc.nat();
const STEPS = {
  'signs up': fc.record({
    state: fc.constantFrom(...STATES),
    daysAgo: fc.nat(25),
    person: fc.nat(3),
    plan: fc.constantFrom('tier_1_19', 'tier_20_49'),
    // Many sign-ups are from Texas, few from each of the others.
    churchState: fc.oneof(fc.constant('TX'), fc.constantFrom(...RARE)),
    churchSize: fc.constantFrom('under-100', '3000-plus'),
    position: fc.constantFrom('Youth Pastor', 'Church Leader'),
    heard: fc.constantFrom('', 'my friend Zerubbabel', 'Podcast', 'a pigeon'),
  }),
  supersedes: fc.record({ which, by: which }),
  'is contacted': fc.record({ which }),
  'is declined': fc.record({ which }),
  pays: fc.record({ which }),
  'is erased': fc.record({ which }),
  'days pass': fc.record({ days: fc.integer({ min: 5, max: 40 }) }),
};
type Given = { [Name in keyof typeof STEPS]: (typeof STEPS)[Name] extends fc.Arbitrary<infer Each> ? Each : never };
type Step = { [Name in keyof Given]: [Name, Given[Name]] }[keyof Given];
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('signs up'), STEPS['signs up']) },
  ...Object.entries(STEPS).map(([name, given]) => fc.tuple(fc.constant(name), given as fc.Arbitrary<object>)),
) as fc.Arbitrary<Step>;

/** A sign-up of both worlds. */
interface Twin {
  ids: number[];
  state: State;
  seen: number;
  erased: boolean;
}
const twins: Twin[] = [];
let now: number;
let agents: Agent[];
let dataSource: DataSource;

beforeAll(async () => {
  now = Date.parse(((await kept.sandbox.call('clock')) as { now: string }).now);
  await signIn();
  const columns = timesOf('success', now - DAY);
  for (const world of worlds) await manyTrials(world, 25, { state: 'success', pastor: { churchState: 'TX' }, columns });
  dataSource = await createDataSource(kept.databaseUrl, 1).initialize();
}, 90_000);
afterAll(() => dataSource.destroy());

/** Sessions last half a day. */
const signIn = async () => void (agents = await inBoth((world) => anAgent(world, 'administrator')));

/** The same in both worlds, whose clocks differ by a moment. */
const timesOf = (state: State, at: number) => ({
  created_at: new Date(at).toISOString(),
  ...(state !== 'phoneVerification' && { phone_verified_at: new Date(at + 60_000).toISOString() }),
  ...(state === 'success' && { card_saved_at: new Date(at + 180_000).toISOString() }),
});

const inBoth = <Result>(work: (world: World, at: number) => Promise<Result>) => Promise.all(worlds.map(work));

/** One whose retention is not over: later, only one of the worlds still has the person. */
function pick(from: Twin[], number: number): Twin | undefined {
  const alive = from.filter(({ state, seen, erased: gone }) => !gone && now - seen < (TERMS[state] - 1) * DAY);
  return alive[number % alive.length];
}
const unfinished = () => twins.filter(({ state }) => state === 'phoneVerification' || state === 'billingInformation');

async function signsUp({ state, daysAgo, person, plan, heard, ...choices }: Given['signs up']): Promise<void> {
  const at = now - (daysAgo + 0.5) * DAY;
  const seen = new Date(at).toISOString();
  const pastor = {
    ...choices,
    howHeardAbout: heard,
    email: `person.${person}@church.example`,
    phone: `21355501${person}0`,
  };
  const columns = { ...timesOf(state, at), last_seen_at: seen, selected_plan: plan };
  const ids = await inBoth(async (world) => (await aTrial(world, { state, pastor, columns })).id);
  twins.push({ ids, state, seen: at, erased: false });
  if (state === 'success')
    await inBoth(async (world, of) => {
      // The provider does not know it, so nothing of it may be due.
      const notDue = { closes_at: '9999-01-01' };
      await aStoredSubscription(world, { id: ids[of]!, state: 'active', at: seen, columns: notDue });
    });
}

/** Both worlds answer alike. */
async function runOnEach(
  twin: Twin,
  name: SupportActionName,
  bodyOf: (of: number) => object = () => ({}),
): Promise<void> {
  const answers = await Promise.all(agents.map((agent, of) => agent.runs(twin.ids[of]!, name, bodyOf(of))));
  expect(answers[0]!.status).toBe(answers[1]!.status);
}

const TAKE: { [Name in keyof Given]: (given: Given[Name]) => Promise<unknown> } = {
  'signs up': signsUp,
  async supersedes({ which: number, by }) {
    const [older, newer] = [pick(unfinished(), number), pick(twins, by)];
    if (older && newer) await runOnEach(older, 'supersede', (of) => ({ by: newer.ids[of] }));
  },
  async 'is contacted'({ which: number }) {
    const twin = pick(unfinished(), number);
    if (twin) await runOnEach(twin, 'mark-contacted');
  },
  async 'is declined'({ which: number }) {
    const twin = pick(unfinished(), number);
    if (twin) await inBoth((world, of) => aJournalNote(world, twin.ids[of]!, 'card declined', { code: 'lost_card' }));
  },
  async pays({ which: number }) {
    const twin = pick(
      twins.filter(({ state }) => state === 'success'),
      number,
    );
    if (!twin) return;
    const paid = { paid: true, at: new Date(now).toISOString() };
    await inBoth((world, of) => aStoredPayment(world, twin.ids[of]!, paid));
  },
  async 'is erased'({ which: number }) {
    const twin = pick(unfinished(), number);
    if (!twin) return;
    await Promise.all(agents.map((agent, of) => agent.erases(twin.ids[of]!)));
    await inBoth((world, of) => eventually(async () => (await storedTrial(world, twin.ids[of]!)).email === ''));
    // Others of the person are erased with it.
    for (const each of twins) each.erased ||= (await storedTrial(kept, each.ids[0]!)).erased_at !== null;
  },
  async 'days pass'({ days }) {
    now += days * DAY;
    await inBoth((world) => world.sandbox.advance({ days }));
    await signIn();
    const other = undefined as never;
    const clock = { now: () => new Date(now) } as Clock;
    await new Retention(dataSource, other, other, clock).decideCounts();
    const over = twins.filter(({ state, seen }) => now - seen > TERMS[state] * DAY).map(({ ids }) => String(ids[1]));
    const left = async () => (await storedTrials(erased)).filter(({ id, email }) => email && over.includes(id));
    await eventually(async () => (await left()).length === 0, { within: 30_000 });
  },
};

const REPORTS = [
  'funnel?',
  'funnel?plan=tier_1_19&churchSize=under-100',
  'funnel?contacted=yes',
  'funnel?contacted=no&reached=verified',
  'funnel/groups?by=plan',
  'funnel/groups?by=churchSize',
  'funnel/groups?by=position&contacted=no',
  'funnel/groups?by=source',
  'funnel/steps?',
  'funnel/declines?',
  'revenue',
  'board',
];
async function read({ get }: Agent, path: string): Promise<any> {
  const { status, body } = await get(`/api/admin/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return path === 'board' ? { ...body, asOf: undefined } : body;
}

async function expectEqual(): Promise<void> {
  for (const path of REPORTS) {
    const [one, other] = await Promise.all(agents.map((each) => read(each, path)));
    expect([path, other]).toEqual([path, one]);
  }
  const [one, other] = await Promise.all(agents.map((each) => read(each, 'funnel/groups?by=churchState')));
  const sums = (groups: { value: string; registered: number }[]) => ({
    all: groups.reduce((sum, { registered }) => sum + registered, 0),
    of: (state: string) => groups.find(({ value }) => value === state)?.registered ?? 0,
  });
  const [without, retained] = [sums(one), sums(other)];
  expect(retained.all).toBe(without.all);
  expect(retained.of('TX')).toBe(without.of('TX'));
  const rare = ({ of }: typeof retained) => ['', ...RARE].reduce((sum, state) => sum + of(state), 0);
  expect(rare(retained)).toBe(rare(without));
}

describe('a history of sign-ups', () => {
  it(`has the same reports with and without retention: ${HISTORIES} of them`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (history) => {
        for (const [name, given] of [...history, ['days pass', { days: 31 }] as Step]) {
          const before = await read(agents[1]!, 'revenue');
          await TAKE[name](given as never);
          // Nothing but what happens now is an event of a month.
          if (name === 'is erased' || name === 'supersedes')
            expect((await read(agents[1]!, 'revenue')).events).toEqual(before.events);
          await expectEqual();
        }
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    // In the end at least one person is in one world only.
    const [given] = fc.sample(STEPS['signs up'], 1);
    await TAKE['signs up']({ ...given!, state: 'phoneVerification', daysAgo: 0 });
    await TAKE['days pass']({ days: 31 });
    await expectEqual();
    const gone = (await storedTrials(erased)).filter((row) => row.erased_at);
    const still = (await storedTrials(kept)).filter((row) => row.counts_as_person && !row.erased_at);
    expect(Math.min(gone.length, still.length)).toBeGreaterThan(0);
  }, 300_000);

  it('keeps of an erased person no answer, no address and no rare state', async () => {
    const rows = (await storedTrials(erased)).filter((row) => row.erased_at);
    for (const row of rows) {
      expect(row).toMatchObject({ how_heard_about: '', email: '', church_city: '', church_name: '', message: '' });
      expect(['', 'TX']).toContain(row.church_state);
      expect(row.church_size).not.toBe('');
      expect(row.counts_as_person).not.toBeNull();
    }
  });
});
