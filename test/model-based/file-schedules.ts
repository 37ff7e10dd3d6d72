/** Random schedules of sign-ups and files: each row is in exactly one file of a view, for each member of staff. */
import * as fc from 'fast-check';
import pg from 'pg';
import { aKey, aTrial, readCsv, signedIn } from '../builders/index.ts';
import { eventually, type Stack } from '../support/index.ts';

type Step =
  | { kind: 'sign up'; long: boolean; clockHours: number }
  | { kind: 'commit' }
  | { kind: 'erase'; index: number }
  | { kind: 'file'; by: 0 | 1 };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sign up' as const),
      long: fc.boolean(),
      clockHours: fc.integer({ min: -72, max: 72 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'commit' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), index: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('file' as const), by: fc.constantFrom(0 as const, 1 as const) }),
  },
);

type Staff = Awaited<ReturnType<typeof signedIn>>;
const EXPORT = '/api/admin/trial-signups/export';

/** The ids in the next file of the view by `staff`, once it counts as complete. */
async function nextFile(staff: Staff, view: string): Promise<number[]> {
  const { status, text } = await staff.get(`${EXPORT}?bom=0&unfiled=1&${view}`);
  if (status !== 200) throw new Error(`The file was refused: ${status} ${text}`);
  await eventually(async () => {
    const { body } = await staff.get(`${EXPORT}/last?${view}`);
    return !body.running && body.at;
  });
  return readCsv(text)
    .slice(1)
    .map(([id = '']) => Number(id.slice(1)));
}

/** A sign-up whose transaction is left open. Resolves to its id and what commits it. */
async function openSignUp(stack: Stack, church: string, created: string) {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
  const inTransaction: Stack = { ...stack, query };
  const { id } = await aTrial(inTransaction, { pastor: { churchName: church }, columns: { created_at: created } });
  const commit = async () => {
    await client.query('COMMIT');
    await client.end();
  };
  return { id, commit };
}

async function run(stack: Stack, staff: readonly [Staff, Staff], steps: Step[]): Promise<void> {
  const church = `w${aKey()}`;
  const view = `q=${church}&columns=Trial ID`;
  const [committed, erased, open] = [
    new Set<number>(),
    new Set<number>(),
    [] as Awaited<ReturnType<typeof openSignUp>>[],
  ];
  const files: [number[], number[]] = [[], []];
  const commitOldest = async () => {
    const oldest = open.shift();
    await oldest?.commit();
    if (oldest) committed.add(oldest.id);
  };
  for (const each of steps) {
    if (each.kind === 'commit') await commitOldest();
    else if (each.kind === 'file') files[each.by].push(...(await nextFile(staff[each.by], view)));
    else if (each.kind === 'erase') {
      const id = [...committed][each.index % Math.max(1, committed.size)];
      if (id) await stack.query('UPDATE trial_signups SET erased_at = now() WHERE id = $1', [id]);
      if (id) erased.add(id);
    } else {
      // The clocks of the servers may jump: the time of a sign-up says nothing about its order.
      const created = new Date(Date.UTC(2026, 1, 10) + each.clockHours * 3600_000).toISOString();
      open.push(await openSignUp(stack, church, created));
      if (!each.long) {
        const newest = open.pop()!;
        await newest.commit();
        committed.add(newest.id);
      }
    }
  }
  while (open.length) await commitOldest();
  for (const by of [0, 1] as const) {
    files[by].push(...(await nextFile(staff[by], view)));
    const twice = files[by].filter((id, index) => files[by].indexOf(id) !== index);
    const lost = [...committed].filter((id) => !erased.has(id) && !files[by].includes(id));
    if (twice.length || lost.length) throw new Error(`In two files: ${String(twice)}; in none: ${String(lost)}`);
  }
}

/** Runs `schedules` random schedules of two members of staff; fails with the smallest one that loses or doubles a row. */
export async function fileSchedules(stack: Stack, schedules: number): Promise<void> {
  const staff = [await signedIn(stack), await signedIn(stack)] as const;
  const schedule = fc.array(step, { minLength: 10, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(schedule, (steps) => run(stack, staff, steps)),
    { numRuns: schedules, interruptAfterTimeLimit: 0x7fff_ffff },
  );
}
