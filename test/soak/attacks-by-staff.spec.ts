/** Abuse by staff, on three replicas: many exports at once, and guessing masked data by searching. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aKey, aPhone, aTrial, aVisitor, type Calls, manyTrials, signedIn } from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(300_000);

const stack = ownStack({ apis: 3, env: { LIMITS: 'on' } });

describe('Thirty unread exports by six accounts', () => {
  const sockets: Socket[] = [];
  beforeAll(() => manyTrials(stack, 60_000), 120_000);
  afterAll(() => sockets.forEach((socket) => socket.destroy()));

  const copies = async (): Promise<number> => {
    const [{ count }] = await stack.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'lampstand-export-%' AND datname = current_database()`,
    );
    return count;
  };

  it('run at most four per process and do not disturb visitors', async () => {
    const staff = await atOnce(6, () => signedIn(stack));
    for (let file = 0; file < 30; file += 1) {
      const { hostname, port } = new URL(stack.apiUrls[file % 3]!);
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => {});
      const { cookie } = staff[file % staff.length]!;
      socket.write(
        `GET /api/admin/trial-signups/export HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`,
      );
      sockets.push(socket);
    }
    const running = await eventually(async () => ((await copies()) >= 4 ? copies() : undefined));
    expect(running).toBeLessThanOrEqual(12);
    const visitors = await atOnce(26, async () => {
      const visitor = await aVisitor(stack).provesPhone();
      return visitor.id;
    });
    expect(new Set(visitors).size).toBe(26);
    sockets.forEach((socket) => socket.destroy());
    await eventually(async () => (await copies()) === 0);
    await expectNoViolations(stack);
  });
});

const DIGITS = [...'0123456789'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.'];

describe('Guessing a masked phone or email by searching', () => {
  const name = `Quill${aKey().replaceAll(/\d/g, 'x')}`;
  const phone = aPhone();
  const email = `r${aKey()}@church.example`;
  const last4 = phone.slice(-4);
  let id: number;
  let open: string;
  beforeAll(async () => {
    ({ id } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { firstName: name, lastName: 'Lee', churchName: 'Hillside', phone, email },
    }));
    open = ` ${name} lee hillside ${id}`.toLowerCase();
  });

  const CALLS = [
    '/api/admin/trial-signups?limit=1',
    '/api/incomplete-trials/json?limit=1',
    '/api/admin/trials?',
    '/api/admin/funnel?',
  ];

  /** Whether the search finds the person by `guess`, with each call in turn; undefined once the account is limited. The last four digits are not masked. */
  const finds = async (staff: Calls, guess: string, turn: number): Promise<boolean | undefined> => {
    const call = CALLS[turn % CALLS.length]!;
    const { status, body, headers } = await staff.get(`${call}&q=${encodeURIComponent(`${name} ${guess}`)}`);
    if (status === 429) return undefined;
    expect(status).toBe(200);
    const count = Array.isArray(body) ? body.length : body.registered;
    expect(Number(headers.get('x-total-count') ?? count)).toBe(count);
    return count > 0 && !open.includes(guess.toLowerCase()) && guess.replace(/[\W_]/g, '') !== last4;
  };

  /** Extends what was found so far digit by digit or letter by letter, from several beginnings. */
  function* guesses(found: () => boolean): Generator<string, void> {
    const grow = function* (known: string, more: string[], write: (known: string, next: string) => string) {
      for (let longer = known; longer.length < 30;) {
        let hasGrown = false;
        for (const next of more) {
          yield write(longer, next);
          if (!found()) continue;
          longer = write(longer, next);
          hasGrown = true;
          break;
        }
        if (!hasGrown) return;
      }
    };
    const before = (known: string, next: string) => next + known;
    const after = (known: string, next: string) => known + next;
    yield* grow(last4, DIGITS, before);
    yield* grow(`-${last4}`, DIGITS, before);
    yield* grow('r', LETTERS, after);
    yield* grow('@church.example', LETTERS, before);
    for (const wild of [
      `___${last4}`,
      `%${last4}`,
      `_${last4}`,
      String.raw`\d${last4}`,
      `2%`,
      '(2',
      '+12',
      'r%@church.example',
      'r*',
    ])
      yield wild;
    for (let prefix = 200; prefix < 1000; prefix += 1) yield* grow(String(prefix), DIGITS, after);
    for (let middle = 0; middle < 1000; middle += 1) yield `${String(middle).padStart(3, '0')}-${last4}`;
  }

  const attack = async (newAccount: () => Promise<Calls>, most: number) => {
    let asked = 0;
    let learned = '';
    let found = false;
    const spent: number[] = [];
    let [staff, mine] = [await newAccount(), 0];
    for (const guess of guesses(() => found)) {
      if (asked >= most || learned === phone) break;
      let answer = await finds(staff, guess, asked);
      while (answer === undefined) {
        spent.push(mine);
        [staff, mine] = [await newAccount(), 0];
        answer = await finds(staff, guess, asked);
      }
      [found, asked, mine] = [answer, asked + 1, mine + 1];
      if (found && guess.length > learned.length) learned = guess;
    }
    return { asked, learned, spent };
  };

  it('works for an administrator, who may see them', async () => {
    const { asked, learned } = await attack(() => signedIn(stack), 300);
    console.log({ administratorAsked: asked });
    expect(learned).toBe(phone);
  });

  it('reveals to support only the last four digits in 2,000 searches, which need several accounts', async () => {
    const { asked, learned, spent } = await attack(() => signedIn(stack, 'support'), 2000);
    console.log({ supportAsked: asked, learned, searchesOfAnAccount: spent });
    expect({ asked, learned }).toEqual({ asked: 2000, learned: '' });
    // 300 searches an hour, and as many of the funnel.
    expect(spent.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...spent)).toBeLessThanOrEqual(400);
    const [{ entries }] = await stack.query(`SELECT count(*)::int AS entries FROM audit_log WHERE action = 'searched'`);
    expect(entries).toBeGreaterThan(0);
  });

  it('cannot use sorting by email', async () => {
    const support = await signedIn(stack, 'support');
    expect((await support.get('/api/admin/trial-signups?sort=email')).status).toBe(403);
  });
});
