/** Attacks in full size on replicas that share their limits, with normal users beside them; abuse by staff; and crowds that are no attack. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { percentile } from '../bench/lib/measure.mjs';
import {
  aKey,
  aMember,
  anApplication,
  anEmail,
  type Answer,
  aPastor,
  aPhone,
  aStaffMember,
  aTrial,
  aVisitor,
  type Calls,
  callsTo,
  CARDS,
  cookiesOf,
  idOf,
  linkPauseEnds,
  mailsSettled,
  manyTrials,
  signedIn,
  typeCard,
  type Visitor,
} from '../builders/index.ts';
import { atOnce, expectNoViolations, providerRecordsOf } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { attackers, botnet, count, crowd, numbersOf } from './clients.ts';

describe('Attacks on three replicas', () => {
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on' } });
  const { script, ask } = attackers(stack);
  afterAll(() => script.close());

  const TOO_MANY = {
    error: 'Too many attempts. Please wait a little and try again.',
    retryAt: expect.stringMatching(/Z$/),
  };

  describe('Guessing the ids of sign-ups from 200 addresses', () => {
    it('finds none, hits the overall limit, and does not block a visitor with a link', async () => {
      const known = await aMember(stack);
      const reads: Record<'alone' | 'attacked', number[]> = { alone: [], attacked: [] };
      const reader = async (kind: keyof typeof reads) => {
        const asked = { path: `/api/trial-signup/${known.id}`, headers: { 'x-forwarded-for': '198.51.100.1' } };
        reads[kind].push((await script.send(stack.url, asked, [200])).ms);
        await sleep(20);
      };
      for (let turn = 0; turn < 200; turn += 1) await reader('alone');

      const from = botnet('203.0.113', 200);
      const begun = performance.now();
      const seen: { status: number; at: number }[] = [];
      const guessers = crowd(32, async (person, turn) => {
        const id = Math.ceil(Math.random() * (2 ** 53 - 1));
        const headers = { 'x-forwarded-for': from(turn * 32 + person) };
        const { status } = await script.send(stack.url, { path: `/api/trial-signup/${id}`, headers }, [404, 429]);
        seen.push({ status, at: performance.now() - begun });
      });
      while (performance.now() - begun < 20_000) await reader('attacked');
      await guessers.stop();

      const missed = seen.filter(({ status }) => status === 404);
      const [alone, attacked] = [percentile(reads.alone, 0.99), percentile(reads.attacked, 0.99)];
      console.log({ guesses: seen.length, aSecond: Math.round(seen.length / 20), notFound: missed.length,
      lastNotFoundAfterMs: Math.round(missed.at(-1)!.at), p99Alone: alone, p99Attacked: attacked, ratio: Number((attacked / alone).toFixed(1)) }); // oxfmt-ignore
      expect(script.unexpected).toEqual([]);
      expect(missed).toHaveLength(1200);
      expect(seen.length).toBeGreaterThan(2 * missed.length);
    });
  });

  describe('Looking up the phones of a neighborhood', () => {
    it('ends after 600 on all replicas together; all answers are true', async () => {
      const members = await atOnce(3, (n) => aVisitor(stack, { phone: `972867${4100 + 333 * n}` }).becomesMember());
      const theirs = new Set(members.map(({ phone }) => phone));
      const asked = [...theirs, ...Array.from({ length: 1000 }, (_, n) => String(9_728_674_000 + n))];
      const answers = await Promise.all(asked.map((phone) => ask('check-user-exists', { phone }, '203.0.114.1')));
      expect([count(answers, 200), count(answers, 429)]).toEqual([600, asked.length - 600]);
      for (const [index, { status, body }] of answers.entries())
        expect(body).toEqual(status === 200 ? { userExists: theirs.has(asked[index]!) } : TOO_MANY);
      for (const phone of theirs)
        expect((await ask('check-user-exists', { phone }, '198.51.100.2')).body).toEqual({ userExists: true });
    });
  });

  describe('Trying stolen cards', () => {
    it('gets one card form for twenty requests, which ends after ten declined cards, for this sign-up alone', async () => {
      const [thief, neighbour] = [aVisitor(stack), aVisitor(stack)];
      for (const each of [thief, neighbour]) await each.provesPhone();
      const opened = await atOnce(20, () => thief.call('trial-setup-intent'));
      const [secret, ...more] = [...new Set(opened.map(({ body }) => body.clientSecret as string))];
      expect(more).toEqual([]);
      for (const _ of Array(10)) await typeCard(stack, secret!, CARDS.declined);
      const formsOf = async () => (await providerRecordsOf(stack, thief)).setupIntents.map(({ status }) => status);
      await eventually(async () => (await formsOf())[0] === 'canceled');
      for (const call of ['trial-setup-intent', 'trial-checkout-session'])
        expect(await thief.call(call)).toMatchObject({ status: 429, body: TOO_MANY });
      await typeCard(stack, secret!, CARDS.good);
      expect((await thief.call('update-payment-verified', { setupIntentId: idOf(secret!) })).status).toBe(400);
      expect(await formsOf()).toEqual(['canceled']);
      for (const _ of Array(3)) await neighbour.typesCard(CARDS.declined);
      await neighbour.savesCard();
      expect((await neighbour.opensAccount()).body).toEqual({ success: true });
    });
  });

  describe('Guessing the password of an administrator', () => {
    it('gets 40 of 10,000 guesses from 100 addresses checked per hour; the administrator can sign in meanwhile', async () => {
      const member = await aStaffMember(stack);
      const { email, password } = member;
      const office = { 'x-forwarded-for': '198.51.100.3' };
      const first = await callsTo(stack).post('admin/login', { email, password }, office);
      const from = botnet('203.0.118', 100);
      const begun = performance.now();
      const guesses = atOnce(10_000, (index) => ask('admin/login', { email, password: `guess ${index}` }, from(index)));
      const inTheMiddle = await callsTo(stack).post(
        'admin/login',
        { email, password },
        { ...office, cookie: cookiesOf(first) },
      );
      const answers = await guesses;
      console.log({ guesses: answers.length, checked: count(answers, 401), seconds: Math.round((performance.now() - begun) / 1000) }); // oxfmt-ignore
      expect(inTheMiddle.status).toBe(200);
      const hashed = `SELECT count(*)::int AS count FROM audit_log WHERE action = 'sign-in refused' AND account_id = $1`;
      const [{ count: compared }] = await stack.query(hashed, [member.id]);
      expect([count(answers, 401), count(answers, 429), compared]).toEqual([39, 9961, 39]);
      const stranger = await ask('admin/login', { email, password }, '198.51.100.4');
      expect(stranger).toMatchObject({ status: 429, body: TOO_MANY });
    });
  });

  describe('A locked table of limits', () => {
    it('makes limited calls answer 503; pages are served', async () => {
      const proven = await aVisitor(stack).provesPhone();
      const waiting = aVisitor(stack);
      await waiting.signsUp();
      const lock = stack.query('BEGIN; LOCK TABLE rate_limits; SELECT pg_sleep(9); COMMIT');
      await eventually(async () => (await stack.query(`SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'rate_limits'::regclass`)).length > 0); // oxfmt-ignore
      const { email, password } = await aStaffMember(stack);
      const answers = await Promise.all([
        waiting.asksForCode(),
        proven.call('trial-setup-intent'),
        ask('admin/login', { email, password }, '198.51.100.5'),
        ask('check-user-exists', { phone: aPhone() }, '198.51.100.5'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      for (const path of ['/', '/trial', '/api/config', '/readyz'])
        expect((await callsTo(stack).get(path)).status).toBe(200);
      await lock;
      expect(await stack.sandbox.sms(waiting.phone)).toEqual([]);
      expect((await waiting.asksForCode()).status).toBe(200);
      await expectNoViolations(stack);
    });
  });
});

describe('The limits in normal use', () => {
  const stack = ownStack({ apis: 2, env: { LIMITS: 'on' } });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

  it('let 200 pastors at one address sign up at the same time', async () => {
    const { post, get } = callsTo(stack);
    const room = from('198.51.100.7');
    const pastors = Array.from({ length: 200 }, () => aPastor());
    const known = await Promise.all(pastors.map(({ phone }) => post('check-user-exists', { phone }, room)));
    const saved = await Promise.all(pastors.map((pastor) => post('trial-signup', pastor, room)));
    const loaded = await Promise.all(saved.map(({ body }) => get(`/api/trial-signup/${body.id}`, room)));
    const sent = await Promise.all(
      saved.map(({ body }, index) => post('verify-phone', { trialId: body.id, phone: pastors[index]!.phone }, room)),
    );
    expect([count(known, 200), count(saved, 201), count(loaded, 200), count(sent, 200)]).toEqual([200, 200, 200, 200]);
  }, 60_000);

  it('let 200 pastors at one address apply, request a trial and subscribe at the same time', async () => {
    const { post } = callsTo(stack);
    const room = from('198.51.100.8');
    const pastors = Array.from({ length: 200 }, () => anApplication());
    const applied = await Promise.all(pastors.map((each) => post('ambassador-application', each, room)));
    const asked = await Promise.all(pastors.map((each) => post('trial-request', each, room)));
    const subscribed = await Promise.all(pastors.map(({ email }) => post('newsletter-subscriptions', { email }, room)));
    expect([count(applied, 201), count(asked, 201), count(subscribed, 202)]).toEqual([200, 200, 200]);
  }, 60_000);
});

/** Mails to strangers and networks of IPv6, over three replicas that share their limits; counted at the mail server. */
describe('Mails under attack', () => {
  const CODES_PER_DAY = 400;
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
  const { script, ask, signUp, askForCodes, texts } = attackers(stack);
  afterAll(() => script.close());

  const BAIT = 'Urgent Account Locked';
  /** The nth address of one /64 network. */
  const network = (index: number) => `2001:db8:7:1:${((index * 7919) % 0xffff).toString(16)}::${index.toString(16)}`;

  describe('to one address', () => {
    it('are at most three a day for twelve sign-ups with five link requests each, without any text of the attacker', async () => {
      const email = anEmail('victim');
      const from = botnet('203.0.121', 12);
      const ids = await atOnce(12, async (index) => {
        const { status, body } = await ask('trial-signup', aPastor({ email, firstName: BAIT }), from(index));
        expect(status).toBe(201);
        return body.id as number;
      });
      for (const _ of [1, 2, 3, 4, 5]) {
        const answers = await atOnce(24, (index) => ask('send-resume-link', { trialId: ids[index % 12] }, from(index)));
        expect([count(answers, 200), count(answers, 429)]).toEqual([0, 24]);
        await Promise.all(ids.map((id) => linkPauseEnds(stack, id)));
      }
      await Promise.all(ids.map((id) => mailsSettled(stack, id)));
      const mails = await stack.sandbox.mails(email, { count: 3 });
      expect(mails).toHaveLength(3);
      for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain(BAIT);
      const notes = await stack.query(
        `SELECT subject_id, count(*)::int AS lines FROM workflow_journal
        WHERE note = 'mail capped' AND subject_id = ANY ($1) GROUP BY subject_id, detail->>'mail'`,
        [ids],
      );
      for (const { lines } of notes) expect(lines).toBe(1);
      await expectNoViolations(stack);
    });
  });

  describe('One IPv6 /64 network', () => {
    it('gets at most a fifth of the texts for the unproven; other networks still get theirs', async () => {
      const phones = Array.from({ length: 150 }, (_, n) => `${212 + (n % 8)}${3_000_000 + 10_000 * n + 77}`);
      const answers = await askForCodes(await signUp(phones, network));
      expect(count(answers, 200)).toBe((0.6 * CODES_PER_DAY) / 5);
      expect(await texts()).toBe((0.6 * CODES_PER_DAY) / 5);
      const elsewhere = await askForCodes(await signUp(['2188672001'], botnet('198.51.104', 1)));
      expect(count(elsewhere, 200)).toBe(1);
    });

    it('can look up 600 phones in ten minutes', async () => {
      const answers = await atOnce(650, (index) => ask('check-user-exists', { phone: '2125550142' }, network(index)));
      expect([count(answers, 200), count(answers, 429)]).toEqual([600, 50]);
    });
  });
});

/** Texts and codes under attack, over three replicas that share their limits; counted at the provider. */
describe('Texts under attack', () => {
  const CODES_PER_DAY = 400;
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
  const { script, ask, signUp, askForCodes, texts } = attackers(stack);
  afterAll(() => script.close());
  afterEach(() => stack.sandbox.heal());

  describe('at our cost', () => {
    it('are at most 100 to 500 numbers of one exchange from 50 addresses; pastors elsewhere get theirs', async () => {
      const signed = await signUp(numbersOf('972868', 500), botnet('203.0.115', 50));
      const [answers, pastors] = await Promise.all([
        askForCodes(signed),
        atOnce(20, () => aVisitor(stack).provesPhone()),
      ]);
      expect([count(answers, 200), count(answers, 429)]).toEqual([100, 400]);
      expect(await texts('972868')).toBe(100);
      for (const pastor of pastors) expect((await pastor.stored()).state).toBe('billingInformation');
    });

    it.each([
      ['Jamaica', '8765550142'],
      ['the Dominican Republic', '8095550142'],
      ['the Bahamas', '2423225142'],
      ['a premium line', '9005550142'],
    ])('are never sent to %s', async (_place, phone) => {
      const [signed] = await signUp([phone], botnet('203.0.116', 1));
      const [answer] = await askForCodes([signed!]);
      expect(answer).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } });
      expect(await texts(phone)).toBe(0);
    });

    it('are one to a number for forty sign-ups at once, which leaves 99 for its exchange', async () => {
      const [victim, ...neighbours] = numbersOf('972869', 120);
      const again = await askForCodes(await signUp(Array(40).fill(victim), botnet('203.0.117', 40)));
      expect([count(again, 200), count(again, 429)]).toEqual([40, 0]);
      const answers = await askForCodes(await signUp(neighbours, botnet('198.51.101', 20)));
      expect([count(answers, 200), await texts('972869')]).toEqual([99, 100]);
    });

    it('do not count for any limit if the provider did not accept them', async () => {
      const waiting = await signUp(numbersOf('972870', 20), botnet('198.51.102', 20));
      const sent = await texts();
      await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
      for (const _ of Array(25)) expect(count(await askForCodes(waiting), 503)).toBe(20);
      await stack.sandbox.heal();
      expect(count(await askForCodes(waiting), 200)).toBe(20);
      expect(await texts()).toBe(sent + 20);
    });
  });

  describe('Guessing codes', () => {
    const checksOf = async (phone: string): Promise<number> => {
      const { verifications } = await stack.sandbox.records();
      const ids = verifications.filter(({ to }: any) => to === `+1${phone}`).map(({ id }: any) => id);
      const calls: any[] = await stack.sandbox.requests();
      return calls.filter(
        ({ path, params }) => path.endsWith('VerificationCheck') && ids.includes(params.VerificationSid),
      ).length;
    };
    const waiting = async (phone = aPhone()): Promise<Visitor> => {
      const visitor = aVisitor(stack, { phone });
      await visitor.signsUp();
      await visitor.asksForCode();
      return visitor;
    };
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

    it('sends 3 of 200 parallel guesses of a network to the provider; then even the right code is refused', async () => {
      const visitor = await waiting();
      const code = await stack.sandbox.smsCode(visitor.phone);
      const answers = await atOnce(200, () => visitor.typesCode(wrong(code)));
      expect([count(answers, 400), count(answers, 429)]).toEqual([3, 197]);
      expect((await visitor.typesCode(code)).status).toBe(429);
      expect(await checksOf(visitor.phone)).toBe(3);
      expect((await visitor.stored()).state).toBe('phoneVerification');
    });

    it('allows a network 3 checks of a code, across any number of sign-ups with its phone', async () => {
      const first = await waiting();
      const code = await stack.sandbox.smsCode(first.phone);
      const others = await atOnce(30, () => waiting(first.phone));
      await Promise.all([first, ...others].map((each) => atOnce(10, () => each.typesCode(wrong(code)))));
      expect([await texts(first.phone), await checksOf(first.phone)]).toEqual([1, 3]);
      const right = await Promise.all([first, ...others].map((each) => each.typesCode(code)));
      expect(count(right, 200)).toBe(0);
    });
  });

  describe('The daily limit', () => {
    it('holds over three replicas together; a visitor with a code can still use it', async () => {
      const before = await texts();
      const [late] = await signUp([aPhone()], botnet('198.51.103', 1));
      await askForCodes([late!]);
      const many = Array.from({ length: CODES_PER_DAY }, (_, n) => `${212 + (n % 8)}${3_000_000 + 10_000 * n + 77}`);
      const answers = await askForCodes(await signUp(many, botnet('203.0.119', 100)));
      // Strangers get 60 % of the day; the twenty pastors have entered theirs, which no longer count.
      const left = 0.6 * CODES_PER_DAY - (before - 20) - 1;
      expect([count(answers, 200), count(answers, 429)]).toEqual([left, CODES_PER_DAY - left]);
      expect(await texts()).toBe(before + 1 + left);
      const code = await stack.sandbox.smsCode(late!.phone);
      expect((await ask('verify-code', { trialId: late!.trialId, code }, late!.address)).status).toBe(200);
      await expectNoViolations(stack);
    });
  });
});

describe('Abuse by staff', () => {
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
      '/api/admin/search?',
      '/api/admin/funnel?',
    ];

    /** Whether the search finds the person by `guess`, with each call in turn; undefined once the account is limited. The last four digits are not masked. */
    const finds = async (staff: Calls, guess: string, turn: number): Promise<boolean | undefined> => {
      const call = CALLS[turn % CALLS.length]!;
      const { status, body, headers } = await staff.get(`${call}&q=${encodeURIComponent(`${name} ${guess}`)}`);
      if (status === 429) return undefined;
      expect(status).toBe(200);
      const rows: { matched?: string }[] | undefined = Array.isArray(body) ? body : undefined;
      expect(Number(headers.get('x-total-count') ?? rows?.length ?? 0)).toBe(rows?.length ?? 0);
      // A similar name says nothing of the guess: it is found with any other short word.
      const count = rows?.filter(({ matched }) => !matched?.startsWith('similar')).length ?? body.registered;
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
      const [{ entries }] = await stack.query(
        `SELECT count(*)::int AS entries FROM audit_log WHERE action = 'searched'`,
      );
      expect(entries).toBeGreaterThan(0);
    });

    it('cannot use sorting by email', async () => {
      const support = await signedIn(stack, 'support');
      expect((await support.get('/api/admin/trial-signups?sort=email')).status).toBe(403);
    });
  });
});
