/** "New or changed since my last file of this view": no change is missed, and none comes twice. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  aKey,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  cancelTrial,
  readCsv,
  signedIn,
  aTransaction,
  ageExports,
  exportsFromAnotherCluster,
  failLastExport,
  loggedSearches,
  refuseRecords,
  signUpsFromAnotherCluster,
  unsubscribeReader,
} from '../builders/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const EXPORT = '/api/admin/trial-signups/export';
type Staff = Awaited<ReturnType<typeof signedIn>>;

let admin: Staff;
let other: Staff;
beforeAll(async () => {
  admin = await signedIn(stack);
  other = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const signUp = (church: string, given: Parameters<typeof aTrial>[1] = {}, through: Stack = stack) =>
  aTrial(through, { ...given, pastor: { churchName: church } });
const last = async (view: string, staff: Staff = admin, file = EXPORT) =>
  (await staff.get(`${file}/last?${view}`)).body;
/** The rows of a file without its header, once it counts as complete. */
async function fileOf(view: string, staff: Staff = admin, file = EXPORT): Promise<string[][]> {
  const { text } = await staff.get(`${file}?bom=0&${view}`);
  await eventually(async () => !(await last(view.replace('&changed=1', ''), staff, file)).running);
  return readCsv(text).slice(1);
}
const rowsOf = async (view: string, staff: Staff = admin) => (await fileOf(view, staff)).length;

describe('The last file of a view', () => {
  it('is of one member of staff, and of one list, filter and search, whatever its columns and order', async () => {
    const church = aWord();
    await signUp(church);
    const view = `q=${church}`;
    expect(await last(view)).toEqual({ at: null, rows: 0, running: false });
    expect(await rowsOf(view)).toBe(1);
    await signUp(church);
    expect(await last(view)).toEqual({ at: expect.stringMatching(/^20\d\d-.*Z$/), rows: 1, running: false });
    for (const same of [`q= ${church.toUpperCase()}&sort=name&startDate=`, `${view}&columns=Name`])
      expect(await last(same)).toMatchObject({ rows: 1 });
    for (const another of [`${view}&startDate=2026-01-01`, `${view}&state=success`, 'q=x'])
      expect(await last(another)).toMatchObject({ at: null });
    expect(await last(view, other)).toMatchObject({ at: null });
    expect(await rowsOf(`${view}&changed=1`)).toBe(1);
    expect(await last(view)).toMatchObject({ rows: 0 });
    expect(await rowsOf(`${view}&changed=1`)).toBe(0);
    expect(await rowsOf(view)).toBe(2);
    expect(await rowsOf(`${view}&changed=1`, other)).toBe(2);
  });

  it('is followed by sign-ups of any day, and by those whose state or subscription changed', async () => {
    const church = aWord();
    const { id } = await signUp(church);
    const member = await signUp(church, { state: 'success' });
    await signUp(church);
    const states = async () => (await fileOf(`q=${church}&columns=Status&changed=1&sort=createdAt`)).flat();
    expect(await states()).toHaveLength(3);
    await signUp(church, { columns: { created_at: '2026-01-03T18:00:00Z' } });
    await cancelTrial(stack, id);
    await aStoredSubscription(stack, { id: member.id, state: 'pastDue', at: member['created_at'] });
    expect(await states()).toEqual(['Phone check', 'Sign-up canceled', 'Past due']);
    expect(await states()).toEqual([]);
  });

  it('is followed by a sign-up that it did not show, because it was committed later', async () => {
    const church = aWord();
    const { within, commit } = await aTransaction(stack);
    await signUp(church, {}, within);
    await signUp(church);
    expect(await rowsOf(`q=${church}`)).toBe(1);
    expect(await rowsOf(`q=${church}&changed=1`)).toBe(0);
    await commit();
    expect(await rowsOf(`q=${church}&changed=1`)).toBe(1);
    expect(await rowsOf(`q=${church}&changed=1`)).toBe(0);
  });

  it('is not one whose record failed', async () => {
    const church = aWord();
    await signUp(church);
    await rowsOf(`q=${church}`);
    const before = await last(`q=${church}`);
    await signUp(church);
    stack.allowLogs(/"code":"23514".*could not close the export log entry/);
    const release = await refuseRecords(stack);
    await admin.get(`${EXPORT}?changed=1&q=${church}`);
    await eventually(async () => !(await last(`q=${church}`)).running);
    await release();
    expect(await last(`q=${church}`)).toMatchObject({ at: before.at, rows: 1 });
  });

  it('is not one from before a restore into another cluster', async () => {
    const church = aWord();
    await signUp(church);
    await rowsOf(`q=${church}`);
    await exportsFromAnotherCluster(stack, church);
    expect(await last(`q=${church}`)).toMatchObject({ at: null });
    expect(await rowsOf(`q=${church}&changed=1`)).toBe(1);
    await signUpsFromAnotherCluster(stack, church);
    expect(await last(`q=${church}`)).toMatchObject({ rows: 0 });
  });

  it('of a search is not one of the whole list once the search is forgotten', async () => {
    await rowsOf(`q=${aWord()}&endDate=2026-01-01`);
    await ageExports(stack);
    const forgotten = async () => (await loggedSearches(stack)).every((q) => q === null);
    await eventually(forgotten, { within: 30_000 });
    expect(await last('endDate=2026-01-01')).toMatchObject({ at: null });
  });

  it.each([
    ['incomplete-trials', (church: string) => signUp(church, { state: 'billingInformation' }), undefined],
    ['admin/ambassadors', (churchName: string) => aStoredApplication(stack, { given: { churchName } }), undefined],
    [
      'admin/trial-requests',
      async (churchName: string) => {
        const id = Date.now();
        await aStoredRequest(stack, { id, churchName });
        return { id };
      },
      (id: number) => admin.post(`admin/trial-requests/${id}/close`, {}),
    ],
    [
      'admin/newsletter',
      async (word: string) => {
        const id = Date.now();
        await aStoredReader(stack, { id, email: `${word}@church.example` });
        return { id };
      },
      (id: number) => unsubscribeReader(stack, id),
    ],
  ])('of %s is followed by what is new or changed', async (list, add, change) => {
    const word = aWord();
    const { id } = await add(word);
    const file = `/api/${list}/export`;
    const view = `q=${word}`;
    expect(await last(view, admin, file)).toEqual({ at: null, rows: 0, running: false });
    await fileOf(view, admin, file);
    expect(await last(view, admin, file)).toMatchObject({ rows: 0 });
    await add(`${word}b`);
    await change?.(id);
    const rows = change ? 2 : 1;
    expect(await last(view, admin, file)).toMatchObject({ rows });
    expect(await fileOf(`${view}&changed=1`, admin, file)).toHaveLength(rows);
    expect(await last(view, admin, file)).toMatchObject({ rows: 0 });
  });

  it('is for administrators', async () => {
    expect((await (await signedIn(stack, 'support')).get(`${EXPORT}/last`)).status).toBe(403);
  });
});

type Step =
  | { kind: 'sign up' | 'cancel'; at: number; open: boolean }
  | { kind: 'commit'; at: number }
  | { kind: 'file'; by: 0 | 1; columns: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sign up', 'cancel'), at: fc.nat(20), open: fc.boolean() }),
  fc.record({ kind: fc.constant('commit'), at: fc.nat(20) }),
  fc.record({
    kind: fc.constant('file'),
    by: fc.constantFrom(0, 1),
    columns: fc.constantFrom('Trial ID,Status', 'Trial ID,Status,Name'),
  }),
);

describe('The files of what is new or changed', () => {
  it('together have each state of each sign-up at most once, and its last state, however late it was committed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const church = aWord();
        const files: [string[][], string[][]] = [[], []];
        const takesFile = async (by: 0 | 1, columns: string) =>
          files[by].push(...(await fileOf(`q=${church}&changed=1&columns=${columns}`, [admin, other][by])));
        const waiting: number[] = [];
        const open: { commit: () => Promise<void>; id?: number }[] = [];
        const commits = async (at: number) => {
          const [ended] = open.splice(at % Math.max(1, open.length), 1);
          await ended?.commit();
          if (ended?.id) waiting.push(ended.id);
        };
        for (const each of steps) {
          if (each.kind === 'file') await takesFile(each.by, each.columns);
          else if (each.kind === 'commit') await commits(each.at);
          else {
            const { within, commit } = await aTransaction(stack);
            if (each.kind === 'sign up') open.push({ commit, id: (await signUp(church, {}, within)).id });
            else {
              const [id] = waiting.splice(each.at % Math.max(1, waiting.length), 1);
              if (id) await cancelTrial(within, id);
              open.push({ commit });
            }
            if (!each.open) await commits(open.length - 1);
          }
        }
        while (open.length) await commits(0);
        const whole = (await fileOf(`q=${church}&columns=Trial ID,Status`)).map(String).sort();
        await failLastExport(stack);
        for (const by of [0, 1] as const) {
          await takesFile(by, 'Trial ID,Status');
          const states = files[by].map((row) => row.slice(0, 2));
          expect(new Set(states.map(String)).size).toBe(states.length);
          expect([...new Map(states.map(([id, state]) => [id, state]))].map(String).sort()).toEqual(whole);
        }
      }),
      { numRuns: Number(process.env['SOAK_RUNS'] ?? 4), endOnFailure: true },
    );
  }, 120_000);
});
