/** A HEAD request gets the headers of GET. It records no export and no audit entry. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { aKey, anAgent, aTrial, canaries, contentsOfTables, everyAddress, LIST_FILES } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let admin: Awaited<ReturnType<typeof anAgent>>;
/** Of each GET route at least one. */
let addresses: string[];

/** Routes that are no calls of the back office, with what stands for their parameters. */
const others = (id: number) => [
  '/healthz',
  '/readyz',
  '/api',
  '/api/nowhere',
  '/api/config',
  '/api/go/dashboard',
  '/api/docs',
  '/api/docs-json',
  '/api/docs/show.js',
  '/api/docs/swagger-ui.css',
  '/api/docs/swagger-ui-bundle.js',
  '/api/admin/docs-json',
  '/api/trial-signup/current',
  `/api/trial-signup/${id}`,
  `/api/trial-signup/${id}/calendar.ics`,
  '/pricing?people=40',
  '/pricing/treasurer?people=40',
  '/',
  `/trial/code?trialId=${id}`,
];

/** Limits count every request, and sessions note when they were used. */
const PASSED_OVER = ['rate_limits', 'staff_sessions'];

/** Of each call the one without a query and a search; the other queries do nothing else. */
const withFewQueries = (all: string[]): string[] =>
  all.filter((address, at) => {
    const like = /^[^?]*\?(q=|$)?/.exec(address)![0];
    return all.findIndex((each) => each.startsWith(like)) === at;
  });

beforeAll(async () => {
  const made = await canaries(stack);
  admin = await anAgent(stack, 'administrator');
  addresses = [
    ...others(made.signups[0]!),
    ...withFewQueries(await everyAddress(stack, made, admin)),
    ...LIST_FILES.map(({ path }) => `${path}?changed=1`),
  ];
  await settled(stack);
}, 120_000);

interface Answered {
  status: number;
  headers: Headers;
}

/** Again while the files before are still being completed. */
const untilFree = (call: () => Promise<Answered>): Promise<Answered> =>
  eventually(async () => {
    const answer = await call();
    return answer.status === 429 ? undefined : answer;
  });
const head = (address: string) =>
  untilFree(() =>
    fetch(stack.url + address, { method: 'HEAD', headers: { cookie: admin.cookie }, redirect: 'manual' }),
  );
const get = (address: string) => untilFree(() => admin.get(address));

/** Headers of the connection and of the moment, and those that HEAD may leave out. Each answer has a nonce of its own. */
const PASSING = ['date', 'x-request-id', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];
const lasting = ({ status, headers }: Answered) => [
  `status: ${status}`,
  ...[...headers]
    .filter(([name]) => !PASSING.includes(name))
    .map((each) => each.join(': ').replaceAll(/nonce-[^']+/g, 'nonce')),
];

describe('a HEAD request', () => {
  it('was tried for each route that answers GET', () => {
    const paths = addresses.map((address) => address.split('?')[0]!);
    const patterns = stack.routes
      .filter((route) => route.startsWith('GET '))
      .map((route) => new RegExp(`^${route.slice(4).replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`));
    expect(patterns.length).toBeGreaterThan(60);
    expect(patterns.filter((pattern) => !paths.some((path) => pattern.test(path)))).toEqual([]);
  });

  it('writes nothing, whatever its address', async () => {
    const contents = () => contentsOfTables(stack, { without: PASSED_OVER });
    const before = await contents();
    for (const address of addresses) await head(address);
    expect(await contents()).toEqual(before);
  });

  it('has the status and the headers of GET', async () => {
    const differs: Record<string, string[]> = {};
    for (const address of addresses) {
      const [one, other] = [lasting(await head(address)), lasting(await get(address))];
      const only = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
      if (only.length) differs[address] = only;
    }
    expect(differs).toEqual({});
  });

  it('for the rows that are new or changed takes none of them away', async () => {
    const church = `w${aKey()}`;
    await aTrial(stack, { pastor: { churchName: church } });
    const address = `/api/admin/trial-signups/export?changed=1&q=${church}`;
    const rows = async (answer: Promise<Answered>) => (await answer).headers.get('x-export-rows');
    expect([await rows(head(address)), await rows(head(address)), await rows(get(address))]).toEqual(['1', '1', '1']);
    await eventually(async () => (await rows(head(address))) === '0');
  });
});
