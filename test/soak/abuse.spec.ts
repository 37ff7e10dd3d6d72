/** Ten minutes of abuse from 300 networks, with one honest pastor for every nineteen who abuse: each honest one opens an account. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, describe, expect, it } from 'vitest';
import {
  anEmail,
  type Answer,
  aPastor,
  aPhone,
  aVisitor,
  callsTo,
  cookieOf,
  proofIn,
  type Visitor,
} from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { attackers, crowd } from './clients.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const ABUSERS = 38;
const HONEST = 2;
/** So few that the abuse uses up the lane of the unproven within the first minutes. */
const CODES_PER_DAY = 400;
/** Fewer than the texts that the abuse cannot use: two fifths of the day. */
const PASTORS = 10 * MINUTES;

/** An address of one of 300 networks, IPv4 /24 and IPv6 /48. */
const abusive = (n: number): string =>
  n % 2
    ? `100.${64 + (n % 150)}.7.${n % 250}`
    : `2001:db8:${(n % 150).toString(16)}:${n % 9}::${(n % 999).toString(16)}`;

describe('Ten minutes of abuse', () => {
  const stack = ownStack({ apis: 2, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
  const { script, ask } = attackers(stack);
  afterAll(() => script.close());
  const ways = { 'at once': 0, 'by a proof of work': 0, 'by the mailed link': 0 };

  /** Goes on as the page offers: the code, else the proof of work, else the mailed link. */
  async function getsCode(pastor: Visitor): Promise<void> {
    const first = await pastor.asksForCode();
    if (first.status === 200) return void (ways['at once'] += 1);
    expect(first).toMatchObject({ status: 429, body: { busy: true } });
    const { challenge } = first.body as { challenge?: Challenge };
    if (challenge) {
      const solution = await solveChallenge({ challenge, deriveKey });
      const work = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
      const worked = await pastor.call('verify-phone', { phone: pastor.phone, work });
      if (worked.status === 200) return void (ways['by a proof of work'] += 1);
    }
    expect((await pastor.call('send-resume-link')).status).toBe(200);
    const [mail] = await stack.sandbox.mails(pastor.details.email, { count: 2 });
    pastor.cookie = cookieOf(await pastor.call('prove-browser', { proof: proofIn(mail!.text) })) || pastor.cookie;
    succeeded(await pastor.asksForCode());
    ways['by the mailed link'] += 1;
  }

  async function opensAccount(address: string): Promise<void> {
    const pastor = aVisitor(stack);
    Object.assign(pastor, { calls: callsTo(stack, { 'x-forwarded-for': address }) });
    succeeded(await pastor.signsUp());
    await getsCode(pastor);
    succeeded(await pastor.typesCode());
    await pastor.savesCard();
    expect((await pastor.opensAccount()).body).toEqual({ success: true });
  }

  const signsUp = async (address: string, pastor = aPastor()) => ({
    phone: pastor.phone,
    trialId: (await ask('trial-signup', pastor, address)).body.id as number | undefined,
  });
  const ABUSE: ((address: string) => Promise<unknown>)[] = [
    async (address) => ask('verify-phone', await signsUp(address), address),
    async (address) => {
      const { trialId, phone } = await signsUp(address);
      await ask('verify-phone', { trialId, phone }, address);
      for (const code of ['000000', '111111']) await ask('verify-code', { trialId, code }, address);
    },
    (address) => ask('check-user-exists', { phone: aPhone() }, address),
    async (address) => ask('send-resume-link', await signsUp(address), address),
    (address) => ask('newsletter-subscriptions', { email: anEmail() }, address),
  ];

  it(
    'keeps no honest pastor from an account',
    async () => {
      const abusers = crowd(ABUSERS, (person, turn) =>
        ABUSE[(person + turn) % ABUSE.length]!(abusive(person * 7919 + turn)),
      );
      let opened = 0;
      const from = Date.now();
      await atOnce(HONEST, async (person) => {
        for (let turn = 0; turn < PASTORS / HONEST; turn += 1) {
          await sleep(Math.max(0, from + (turn * MINUTES * 60_000 * HONEST) / PASTORS - Date.now()));
          await opensAccount(`198.${18 + person}.${turn}.1`);
          opened += 1;
        }
      });
      await abusers.stop();
      console.log({ abuse: script.count(), opened, ...ways, answers: script.figures().answers });
      expect(opened).toBe(PASTORS);
      await expectNoViolations(stack);
    },
    (MINUTES + 20) * 60_000,
  );
});

const succeeded = ({ status, text }: Answer): void => {
  if (status >= 400) throw new Error(`An honest pastor was refused: ${status} ${text}`);
};
