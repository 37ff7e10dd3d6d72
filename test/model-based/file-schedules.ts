/**
 * Random schedules of sign-ups and files around the days on which the clocks of the organization change: of two members of
 * staff, each gets each row of a view in exactly one file that they downloaded, scheduled or on demand.
 */
import * as fc from 'fast-check';
import { eventually, type Stack } from '../support/index.ts';
import { FileStaff } from './file-staff.ts';
import { FileView, ZONE } from './file-view.ts';

type By = 0 | 1;
type Step =
  | { kind: 'sign up'; open: boolean; createdHours: number }
  | { kind: 'commit' }
  | { kind: 'erase'; index: number }
  | { kind: 'file on demand'; by: By }
  | { kind: 'download'; by: By }
  | { kind: 'other columns'; by: By };

const by = fc.constantFrom<By[]>(0, 1);
const of = <Rest extends object>(kind: Step['kind'], rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> }) =>
  fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Step>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: of('sign up', { open: fc.boolean(), createdHours: fc.integer({ min: -72, max: 72 }) }) },
  { weight: 2, arbitrary: of('commit', {}) },
  { weight: 2, arbitrary: of('erase', { index: fc.nat(30) }) },
  { weight: 3, arbitrary: of('file on demand', { by }) },
  { weight: 3, arbitrary: of('download', { by }) },
  { weight: 1, arbitrary: of('other columns', { by }) },
);

/** How far the clock moves between the rounds of a schedule: from three days before the change to after two Mondays. */
const MOVES_HOURS = [30, 47, 65, 100, 170];
/** Then unread files have ended, and the rest of a schedule has them again. */
const END_DAYS = 32;
/** Schedules that run beside each other, because they share the clock of the stack. */
const AT_ONCE = 20;

const schedule = fc.array(fc.array(step, { maxLength: 8 }), {
  minLength: MOVES_HOURS.length + 1,
  maxLength: MOVES_HOURS.length + 1,
});

type Seen = Record<string, number>;

/** Throws with the schedule and the rows if one is in two files or in none. Resolves to how often each step happened. */
export async function fileSchedules(
  stack: Stack,
  { schedules, seed = 1 }: { schedules: number; seed?: number },
): Promise<Seen> {
  const seen: Seen = {};
  const all = fc.sample(schedule, { numRuns: schedules, seed });
  for (let first = 0; first < all.length; first += AT_ONCE)
    await runBeside(stack, all.slice(first, first + AT_ONCE), seen);
  return seen;
}

async function runBeside(stack: Stack, schedules: Step[][][], seen: Seen): Promise<void> {
  const count = (what: string, times = 1) => (seen[what] = (seen[what] ?? 0) + times);
  const staff = [await FileStaff.of(stack), await FileStaff.of(stack)] as const;
  count(await waitsForClockChange(stack));
  for (const each of staff) await each.signsInAgain();
  const views: FileView[] = [];
  for (const rounds of schedules) views.push(await FileView.scheduledBy(stack, staff, rounds));
  for (const [round, hours] of [...MOVES_HOURS, 24 * END_DAYS].entries()) {
    for (const [at, rounds] of schedules.entries())
      for (const each of rounds[round]!) {
        await take(views[at]!, each);
        count(each.kind);
      }
    await stack.sandbox.advance({ minutes: 60 * hours });
    count('move of the clock');
    await scheduledFilesAreMade(stack);
    for (const each of staff) await each.signsInAgain();
    for (const view of views) count('scheduled file', await view.findsScheduledFiles());
  }
  for (const view of views) {
    await view.endsWithEachRowOnce();
    count('scheduled file that ended unread', view.unreadFiles());
  }
  await stack.query('DELETE FROM saved_views WHERE account_id = ANY ($1)', [staff.map(({ id }) => id)]);
}

async function take(view: FileView, each: Step): Promise<void> {
  if (each.kind === 'sign up') await view.signsUp(each);
  else if (each.kind === 'commit') await view.commitsOldest();
  else if (each.kind === 'erase') await view.erases(each.index);
  else if (each.kind === 'file on demand') await view.takesFile(each.by);
  else if (each.kind === 'download') await view.downloads(each.by);
  else await view.choosesOtherColumns(each.by);
}

/** Moves the clock to three days before the next change to or from daylight saving time. Resolves to its name. */
async function waitsForClockChange(stack: Stack): Promise<string> {
  const now = Date.parse((await stack.sandbox.call('clock')).now);
  let days = 4;
  while (offsetAt(now + days * DAY) === offsetAt(now + (days + 1) * DAY)) days += 1;
  await stack.sandbox.advance({ days: days - 3 });
  return `change to ${offsetAt(now + (days + 1) * DAY)}`;
}

const DAY = 24 * 3600_000;
const offset = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' });
const offsetAt = (at: number) => offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;

const scheduledFilesAreMade = (stack: Stack) =>
  eventually(
    async () => {
      const { now } = await stack.sandbox.call('clock');
      return (await stack.query('SELECT FROM saved_views WHERE next_file_at <= $1', [now])).length === 0;
    },
    { within: 30_000 },
  );
