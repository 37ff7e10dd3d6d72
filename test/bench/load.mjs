/** Many sign-ups under way at once, each at the pace of a person, through a proxy and two server processes. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONSENT_VERSION, civilDay, planOf } from '../../libs/contracts/src/index.ts';
import { startStack } from '../support/stack.mjs';
import { percentile } from './lib/measure.mjs';
import { aPastor } from './lib/pastor.mjs';

const PEOPLE = Number(process.env.BENCH_LOAD_PEOPLE ?? 200);
const MINUTES = Number(process.env.BENCH_LOAD_MINUTES ?? 10);
/** Of a whole sign-up. People type slower; this makes more calls. */
const SIGNUP_SECONDS = 60;
const PAUSES = 8;
const MAX_MS = 250;
const PLAN = 'tier_1_19';

export const title = `Load: ${PEOPLE} sign-ups under way at once for ${MINUTES} minutes, ${SIGNUP_SECONDS} s each, proxy and 2 API processes; p99 at most ${MAX_MS} ms`;

/** @typedef {Awaited<ReturnType<typeof startStack>>} Stack */

export default async function load() {
  const stack = await startStack();
  /** @type {Map<string, number[]>} */
  const times = new Map();
  /** @type {string[]} */
  const failures = [];
  try {
    const until = performance.now() + MINUTES * 60_000;
    const opened = /** @type {number[]} */ ([]);
    const memory = [await memoryOf(stack)];
    const person = async () => {
      // They do not begin in the same moment.
      await sleep(randomInt(SIGNUP_SECONDS * 1000));
      while (performance.now() < until)
        await signsUp(stack, times).then(
          (id) => opened.push(id),
          (error) => failures.push(error.message),
        );
    };
    const people = Promise.all(Array.from({ length: PEOPLE }, person));
    for (const share of [0.3, 0.6, 0.9]) {
      await sleep(Math.max(0, until - MINUTES * 60_000 * (1 - share) - performance.now()));
      memory.push(await memoryOf(stack));
    }
    await people;
    const [{ lost }] = await stack.query(
      `SELECT count(*)::int AS lost FROM unnest($1::bigint[]) AS id
        WHERE NOT EXISTS (SELECT FROM trial_signups JOIN subscriptions USING (id) WHERE trial_signups.id = id.id AND trial_signups.state = 'success')`,
      [opened],
    );
    return [
      ...[...times].map(([call, all]) => row(call, all)),
      { call: `${opened.length} accounts opened, ${failures.length} failed calls, ${lost} lost` },
      { call: `memory of both processes: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(', ')} MB` },
      ...[...new Set(failures)].slice(0, 5).map((call) => ({ call })),
    ];
  } finally {
    await stack.stop();
  }
}

/** @param {string} call @param {number[]} all */
function row(call, all) {
  const p99 = percentile(all, 0.99);
  const limited = { p99, 'p99 / limit': Number((p99 / MAX_MS).toFixed(2)) };
  return { call, times: all.length, p50: percentile(all, 0.5), ...limited, longest: percentile(all, 1) };
}

/** One person, from the form to the open account. Returns the id. @param {Stack} stack @param {Map<string, number[]>} times */
async function signsUp({ url, sandbox, sandboxUrl }, times) {
  /** @param {string} name @param {string} path @param {Record<string, unknown>} [body] @returns {Promise<any>} */
  const call = async (name, path, body) => {
    const begun = performance.now();
    const answer = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    times.set(name, [...(times.get(name) ?? []), performance.now() - begun]);
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 100)}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  };
  const post = (/** @type {string} */ name, /** @type {Record<string, unknown>} */ body) =>
    call(`POST /api/${name}`, `/api/${name}`, body);
  const pause = () => sleep((SIGNUP_SECONDS * 1000 * (0.5 + Math.random())) / PAUSES);

  await call('GET /trial', '/trial');
  await pause();
  const person = aPastor();
  const { id: trialId } = await post('trial-signup', person);
  await post('verify-phone', { trialId, phone: person.phone });
  await pause();
  await post('verify-code', { trialId, code: await sandbox.smsCode(person.phone) });
  const { clientSecret } = await post('trial-setup-intent', { trialId });
  const { trialSignup } = await call('GET /api/trial-signup/{id}', `/api/trial-signup/${trialId}`);
  await pause();
  await pause();
  const setupIntentId = clientSecret.split('_secret_')[0];
  await post('trial-consent', {
    trialId,
    selectedPlan: PLAN,
    amountInCents: planOf(PLAN).amountInCents,
    firstChargeOn: civilDay(new Date(trialSignup.trialEndsAt), 'America/Chicago'),
    consentVersion: CONSENT_VERSION,
    formId: 'a-form-under-load',
    setupIntentId,
  });
  await confirmCard(sandboxUrl, setupIntentId, clientSecret);
  await pause();
  await post('update-payment-verified', { trialId, setupIntentId });
  await pause();
  const { success } = await post('create-account', { trialId, selectedPlan: PLAN });
  if (!success) throw new Error('create-account: not opened');
  await pause();
  await pause();
  return trialId;
}

/** As the browser does at Stripe. @param {string} sandboxUrl @param {string} intent @param {string} secret */
async function confirmCard(sandboxUrl, intent, secret) {
  const answer = await fetch(`${sandboxUrl}/v1/setup_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 5),
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!answer.ok) throw new Error(`The card form answered ${answer.status}`);
}

/** @param {Stack} stack */
async function memoryOf({ apis }) {
  const metrics = await Promise.all(apis.map(({ metricsUrl }) => fetch(metricsUrl).then((answer) => answer.text())));
  const bytes = metrics.map((text) => Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]));
  return bytes.reduce((sum, each) => sum + each, 0);
}
