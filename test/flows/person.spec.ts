/** Which records are of one person, what the person's page shows of them, and what an erasure takes. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  anAgent,
  anEmail,
  aPhone,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aTrial,
  aVisitor,
  proofIn,
  stillStored,
  storedApplication,
  storedTrial,
  aMember,
  aStoredSubscription,
} from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { found, literally, tables } from '../invariants/leaks.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { hasTag, isStarted, SUBSCRIPTION_STATES, TRIAL_STATES, trialSignup } from '@lampstand/workflows';

const stack = sharedStack();

let administrator: Agent;
beforeAll(async () => void (administrator = await anAgent(stack, 'administrator')));

const untilErased = (id: number) =>
  eventually(async () => (await storedTrial(stack, id)).email === '', { within: 40_000 });
const anId = () => randomInt(2 ** 42, 2 ** 43);
const PROVEN = { email_proven_at: '2026-02-03T04:05:06Z' };
const previewOf = async (id: number) => (await administrator.get(`/api/admin/trials/${id}/erasure`)).body;
const fileOf = (body: object) => administrator.post('admin/privacy/file', body);
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id).toSorted((one, two) => one - two);

/** An application, a trial request and a newsletter subscription. */
async function sends({ email, isConfirmed = true }: { email: string; isConfirmed?: boolean }) {
  const [request, reader] = [anId(), anId()];
  const { id: application } = await aStoredApplication(stack, { given: { email } });
  await aStoredRequest(stack, { id: request, email });
  const pending = { state: 'pending', confirmed_at: null, requested_at: 'now' };
  await aStoredReader(stack, { id: reader, email }, isConfirmed ? {} : pending);
  return { application, request, reader };
}

type Forms = Awaited<ReturnType<typeof sends>>;

/** Which of the forms are still stored. */
async function leftOf(forms: Forms): Promise<string[]> {
  const left = await stillStored(stack, Object.values(forms));
  return Object.entries(forms).flatMap(([kind, id]) => (left.includes(id) ? [kind] : []));
}

describe('a sign-up with the email of another person and nothing proven', () => {
  const victim = async () => {
    const [email, phone] = [anEmail('ruth'), aPhone()];
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { firstName: 'Ruth', email, phone } });
    const { id: application } = await aStoredApplication(stack, { given: { firstName: 'Ruth', email, phone } });
    const mallory = aVisitor(stack, { firstName: 'Mallory', email });
    await mallory.signsUp();
    return { email, phone, id, application, mallory };
  };

  it('is erased alone, and offers nothing else to choose', async () => {
    const { email, id, application, mallory } = await victim();
    expect(await previewOf(mallory.id)).toMatchObject({ signups: 1, applications: 0, unproven: [] });
    expect(await administrator.runs(mallory.id, 'erase', { confirm: 'ERASE', also: [application] })).toMatchObject({
      status: 409,
      body: { error: 'What is stored has changed. Look at the records again, and choose anew.' },
    });
    expect((await administrator.erases(mallory.id)).status).toBe(200);
    await untilErased(mallory.id);
    expect(await storedTrial(stack, id)).toMatchObject({ email, erased_at: null });
    expect(await storedApplication(stack, application)).toMatchObject({ email });
  });

  it('has a file of its own only, and is not in the file of the other', async () => {
    const { email, phone, id, application, mallory } = await victim();
    const own = await fileOf({ email, signup: mallory.id });
    expect(idsOf(own.body.tables.trial_signups)).toEqual([mallory.id]);
    expect(own.text).not.toContain(phone);
    expect(await fileOf({ email, signup: mallory.id, also: [application] })).toMatchObject({ status: 409 });
    const others = await fileOf({ email, signup: id });
    expect(idsOf(others.body.tables.trial_signups)).toEqual([id]);
    expect(idsOf(others.body.tables.ambassador_applications)).toEqual([application]);
    expect(others.text).not.toContain(mallory.phone);
  });

  it('is, like the other, only listed for the email, which no one has proven', async () => {
    const { email, id, application, mallory } = await victim();
    const { records } = (await administrator.post('admin/privacy/find', { email })).body;
    const proofs = Object.fromEntries(records.map((record: any) => [record.id, record.proof]));
    expect(proofs).toEqual({ [id]: 'other', [application]: 'other', [mallory.id]: 'none' });
    expect(await fileOf({ email })).toMatchObject({ status: 409, body: { error: 'Nothing is chosen.' } });
    const chosen = await fileOf({ email, also: [mallory.id] });
    expect(idsOf(chosen.body.tables.trial_signups)).toEqual([mallory.id]);
  });
});

describe('an unfinished sign-up with another phone', () => {
  it('is superseded by a later one that has proven the same address, and by none that only typed it', async () => {
    const email = anEmail('again');
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email }, columns: PROVEN });
    const stranger = await aVisitor(stack, { email }).provesPhone();
    await settled(stack);
    expect((await storedTrial(stack, id)).superseded_by).toBeNull();
    const again = aVisitor(stack, { email });
    await again.signsUp();
    const proof = proofIn((await stack.sandbox.mails(email, { count: 2 }))[0]!.text);
    expect((await again.call('prove-browser', { proof })).status).toBe(200);
    await again.asksForCode();
    await again.typesCode();
    await settled(stack);
    expect((await storedTrial(stack, id)).superseded_by).toBe(String(again.id));
    expect((await stranger.stored()).superseded_by).toBeNull();
  });
});

describe('an address that was proven before it was corrected', () => {
  const corrected = async () => {
    const [before, email] = [anEmail('before'), anEmail('after')];
    const { id } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { email: before },
      columns: PROVEN,
    });
    const forms = await sends({ email: before });
    expect((await administrator.runs(id, 'correct-email', { email })).status).toBe(200);
    return { id, before, email, forms };
  };

  it('still belongs to the sign-up: an erasure counts and takes what was sent under it', async () => {
    const { id, before, forms } = await corrected();
    const counts = { signups: 1, applications: 1, trialRequests: 1, newsletterSubscriptions: 1 };
    expect(await previewOf(id)).toMatchObject({ ...counts, unproven: [] });
    expect((await administrator.erases(id)).body.erased).toMatchObject(counts);
    await untilErased(id);
    expect(await leftOf(forms)).toEqual([]);
    expect(found(await tables(stack), literally([before]))).toEqual([]);
  });

  it('is in the file, finds the sign-up, and is on its page', async () => {
    const { id, before, email, forms } = await corrected();
    const { tables: held } = (await fileOf({ email: before })).body;
    expect(idsOf(held.trial_signups)).toEqual([id]);
    for (const [table, form] of [
      ['ambassador_applications', forms.application],
      ['trial_requests', forms.request],
      ['newsletter_subscriptions', forms.reader],
    ] as const)
      expect(idsOf(held[table])).toEqual([form]);
    const ofSignup = (await fileOf({ email, signup: id })).body.tables;
    expect(idsOf(ofSignup.ambassador_applications)).toEqual([forms.application]);
    expect(ofSignup.trial_requests).toEqual(held.trial_requests);
    expect((await administrator.find(before)).body).toContainEqual(
      expect.objectContaining({ kind: 'signup', id, matched: 'earlier email' }),
    );
    const { related } = (await administrator.inspects(id)).body;
    expect(idsOf(related)).toEqual(Object.values(forms).toSorted((one, two) => one - two));
    expect(related.every(({ proof }: any) => proof === 'own')).toBe(true);
  });
});

describe('records that look alike and are proven to be no one’s', () => {
  const lookAlikes = async () => {
    const email = anEmail('typed');
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email } });
    return { id, email, forms: await sends({ email, isConfirmed: false }) };
  };

  it('are offered one by one; what is not chosen stays', async () => {
    const { id, forms } = await lookAlikes();
    const preview = await previewOf(id);
    expect(preview).toMatchObject({ signups: 1, applications: 0, trialRequests: 0, newsletterSubscriptions: 0 });
    expect(preview.unproven).toHaveLength(3);
    for (const record of preview.unproven) expect(record).toMatchObject({ matched: 'email', proof: 'none' });
    const erase = { confirm: 'ERASE', also: [forms.application] };
    expect((await administrator.runs(id, 'erase', erase)).body.erased).toMatchObject({ signups: 1, applications: 1 });
    expect(await previewOf(id)).toMatchObject({ applications: 1, trialRequests: 0, unproven: [] });
    const approved = await (await anAgent(stack, 'administrator')).runs(id, 'approve-erasure');
    expect(approved.body.erased).toMatchObject({ applications: 1, trialRequests: 0, newsletterSubscriptions: 0 });
    await untilErased(id);
    expect(await leftOf(forms)).toEqual(['request', 'reader']);
  });

  it('are forgotten with an erasure that is undone', async () => {
    const { id, forms } = await lookAlikes();
    await administrator.runs(id, 'erase', { confirm: 'ERASE', also: [forms.request] });
    await administrator.runs(id, 'undo-erasure');
    await administrator.erases(id);
    await untilErased(id);
    expect(await leftOf(forms)).toEqual(['application', 'request', 'reader']);
  });

  it('go along with the forms of a person without a sign-up if they are chosen', async () => {
    const email = anEmail('friend');
    const forms = await sends({ email, isConfirmed: false });
    const erase = (also: number[]) => administrator.post('admin/privacy/erase', { email, also, confirm: 'ERASE' });
    expect(await erase([])).toMatchObject({ status: 409, body: { error: 'Nothing is chosen.' } });
    expect((await erase([forms.application, forms.reader])).body).toMatchObject({
      applications: 1,
      trialRequests: 0,
      newsletterSubscriptions: 1,
    });
    expect(await leftOf(forms)).toEqual(['request']);
  });
});

describe('a person', () => {
  it('is every sign-up that has proven the same phone or address, and what is under any of these', async () => {
    const [first, second, phone] = [anEmail('first'), anEmail('second'), aPhone()];
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email: first, phone } });
    const { id: other } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { email: second, phone },
      columns: PROVEN,
    });
    const forms = await sends({ email: second });
    const { id: unproven } = await aTrial(stack, { pastor: { email: second } });
    expect(await previewOf(id)).toMatchObject({ signups: 3, applications: 1, trialRequests: 1, unproven: [] });
    await administrator.erases(id);
    for (const each of [id, other, unproven]) await untilErased(each);
    expect(await leftOf(forms)).toEqual([]);
  });

  it('is not the sign-up that has proven another address under the same, unproven, phone', async () => {
    const phone = aPhone();
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { phone } });
    const { id: other } = await aTrial(stack, { pastor: { phone }, columns: PROVEN });
    expect(await previewOf(id)).toMatchObject({ signups: 1, unproven: [] });
    const { related } = (await administrator.inspects(id)).body;
    expect(related).toMatchObject([{ id: other, proof: 'other' }]);
  });

  it('with an account owns its phone and address, also those that another sign-up has proven', async () => {
    const member = aVisitor(stack);
    await member.becomesMember();
    const { email } = member.details;
    const { id } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { email, phone: member.phone },
      columns: PROVEN,
    });
    const forms = await sends({ email });
    expect(await previewOf(id)).toMatchObject({ signups: 1, accounts: 0, applications: 0, unproven: [] });
    expect(await previewOf(member.id)).toMatchObject({ signups: 2, accounts: 1, applications: 1 });
    const { tables: held } = (await fileOf({ email })).body;
    expect(idsOf(held.trial_signups)).toEqual([id, member.id].toSorted((one, two) => one - two));
    await administrator.erases(id);
    await untilErased(id);
    expect(await leftOf(forms)).toEqual(['application', 'request', 'reader']);
    expect(await storedTrial(stack, member.id)).toMatchObject({ email, erased_at: null });
  });
});

describe('The same person', () => {
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

  it.each([...SIGNUP_STATES, ...MEMBER_STATES])(
    'a related sign-up in %s stands as its own page says',
    async (state) => {
      const email = anEmail('stands');
      const subscription = MEMBER_STATES.find((each) => each === state);
      const signup = SIGNUP_STATES.find((each) => each === state) ?? 'success';
      const { id } = await aTrial(stack, { state: signup, pastor: { email } });
      if (subscription) await aStoredSubscription(stack, { id, state: subscription, at: '2026-01-15T12:00:00Z' });
      const { id: application } = await aStoredApplication(stack, { given: { email } });
      const [related] = await relatedTo('application', application);
      const { standing } = await read('signup', id);
      expect(related).toMatchObject({ id, standing, state: standing.state });
    },
  );
});
