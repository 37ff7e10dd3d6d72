/** Everything a person has sent, on the page of each record: sign-ups, applications, trial requests, the newsletter. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasTag, isStarted, SUBSCRIPTION_STATES, TRIAL_STATES, trialSignup } from '@lampstand/workflows';
import {
  type Agent,
  aMember,
  anAgent,
  anEmail,
  aPhone,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
let support: Agent;
let administrator: Agent;
beforeAll(async () => {
  [support, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
});

const PATHS = { signup: 'trials', application: 'ambassadors', request: 'trial-requests' };
const read = async (kind: keyof typeof PATHS, id: number, agent = administrator) =>
  (await agent.get(`/api/admin/${PATHS[kind]}/${id}`)).body;
const relatedTo = async (kind: keyof typeof PATHS, id: number, agent = administrator): Promise<any[]> =>
  (await read(kind, id, agent)).related;
const namesIn = (records: any[]) => records.map(({ kind, id, matched }) => `${kind} ${id} by ${matched}`).toSorted();

async function aRequest(given: object) {
  const id = randomInt(2 ** 42, 2 ** 43);
  await aStoredRequest(stack, { id, ...given });
  return id;
}

/** One person with a verified sign-up, an application and a reader's address of the same email, and a request of the same phone. */
async function aPerson() {
  const [email, phone] = [anEmail('ruth'), aPhone()];
  const { id: signup } = await aTrial(stack, {
    state: 'billingInformation',
    pastor: { firstName: 'Ruth', lastName: 'Okafor', email, phone },
  });
  const given = { firstName: 'Ruth', email: email.toUpperCase(), phone: aPhone() };
  const { id: application } = await aStoredApplication(stack, { given });
  const request = await aRequest({ email: anEmail('other'), phone });
  const reader = randomInt(2 ** 42, 2 ** 43);
  await aStoredReader(stack, { id: reader, email });
  return { email, phone, signup, application, request, reader };
}

describe('the page of a person', () => {
  it('has every record of the same email, in any case, or of the same phone', async () => {
    const { signup, application, request, reader } = await aPerson();
    const related = await relatedTo('signup', signup);
    expect(namesIn(related)).toEqual([
      `application ${application} by email`,
      `reader ${reader} by email`,
      `request ${request} by phone`,
    ]);
    expect(related.find(({ kind }) => kind === 'application')).toMatchObject({
      title: expect.stringMatching(/^Ruth /),
      state: 'submitted',
      at: expect.stringMatching(/Z$/),
    });
    expect(namesIn(await relatedTo('application', application))).toEqual([
      `reader ${reader} by email`,
      `signup ${signup} by email`,
    ]);
    expect(namesIn(await relatedTo('request', request))).toEqual([`signup ${signup} by phone`]);
  });

  it('names other sign-ups with where they stand, also of an unverified phone', async () => {
    const phone = aPhone();
    const { id } = await aTrial(stack, { pastor: { phone } });
    const other = await aTrial(stack, { pastor: { firstName: 'Ruth', lastName: 'Okafor', phone } });
    expect(await relatedTo('signup', id)).toEqual([
      expect.objectContaining({
        kind: 'signup',
        id: other.id,
        title: 'Ruth Okafor',
        state: 'phoneVerification',
        matched: 'phone',
        standing: (await read('signup', other.id)).standing,
        accountId: null,
      }),
    ]);
  });

  it('says of the form of a phone that no one has proven that it is not proven', async () => {
    const phone = aPhone();
    const { id } = await aTrial(stack, { pastor: { phone } });
    const { id: application } = await aStoredApplication(stack, { given: { email: anEmail(), phone } });
    expect(await relatedTo('signup', id)).toMatchObject([{ id: application, matched: 'phone', proof: 'none' }]);
    expect(await relatedTo('application', application)).toMatchObject([{ id, matched: 'phone', proof: 'none' }]);
  });

  it('says of a member in one sentence where the subscription stands, and names the account', async () => {
    const member = await aMember(stack);
    const { id: application } = await aStoredApplication(stack, { given: { email: member.email } });
    const { standing, account } = await read('signup', member.id);
    expect(standing.sentence).toMatch(/^Free trial until \w+ \d+, \d{4}\.$/);
    expect(await relatedTo('application', application)).toEqual([
      expect.objectContaining({ id: member.id, state: 'trialing', standing, accountId: account.id }),
    ]);
  });

  it('leaves out erased records, and has nothing on an erased page', async () => {
    const { email, phone, signup } = await aPerson();
    const { id: application } = await aStoredApplication(stack, { given: { phone } });
    const { id: other } = await aTrial(stack, { state: 'cancelled', pastor: { email, phone } });
    expect(namesIn(await relatedTo('signup', other))).toContain(`signup ${signup} by email`);
    await administrator.erases(signup);
    await eventually(async () => (await read('application', application)).erased);
    expect(await read('application', application)).toMatchObject({
      standing: expect.stringMatching(/^Erased on /),
      related: [],
    });
    for (const id of [signup, other]) expect(await relatedTo('signup', id)).toEqual([]);
  });

  it('shows support no email and no phone of the other records', async () => {
    const { email, phone, signup, application, request, reader } = await aPerson();
    for (const [kind, id] of Object.entries({ signup, application, request })) {
      const answer = await support.get(`/api/admin/${PATHS[kind as 'signup']}/${id}`);
      expect(answer.body.related.length).toBeGreaterThan(0);
      for (const secret of [email, email.toUpperCase(), phone]) expect(answer.text).not.toContain(secret);
    }
    const related = await relatedTo('signup', signup, support);
    expect(related.find(({ id }) => id === reader).title).toMatch(/^r•••@/);
  });
});

const MEMBER_STATES = SUBSCRIPTION_STATES.filter(isStarted);
const SIGNUP_STATES = TRIAL_STATES.filter(
  (state) => !hasTag(trialSignup, state, 'unsaved') && !hasTag(trialSignup, state, 'opened'),
);

it.each([...SIGNUP_STATES, ...MEMBER_STATES])('a related sign-up in %s stands as its own page says', async (state) => {
  const email = anEmail('stands');
  const subscription = MEMBER_STATES.find((each) => each === state);
  const signup = SIGNUP_STATES.find((each) => each === state) ?? 'success';
  const { id } = await aTrial(stack, { state: signup, pastor: { email } });
  if (subscription) await aStoredSubscription(stack, { id, state: subscription, at: '2026-01-15T12:00:00Z' });
  const { id: application } = await aStoredApplication(stack, { given: { email } });
  const [related] = await relatedTo('application', application);
  const { standing } = await read('signup', id);
  expect(related).toMatchObject({ id, standing, state: standing.state });
});
