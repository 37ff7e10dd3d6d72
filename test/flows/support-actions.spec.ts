/** What support agents can do with a sign-up, in every state. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { SUPPORT_ACTION_NAMES, type SupportActionName, type TimelineEntry } from '@lampstand/contracts/back-office';
import { civilDay, longDate } from '@lampstand/contracts';
import { TRIAL_STATES, type TrialState } from '@lampstand/workflows';
import { sentenceOf } from '../../apps/web/app/back-office/components/timeline-sentences.ts';
import { SUPPORT_ACTION_DIALOGS } from '../../apps/web/app/back-office/inspector/support-action-dialogs.ts';
import {
  aBodyOf,
  aMember,
  lifeOf,
  mailsSettled,
  anAgent,
  aTrial,
  aVisitor,
  type Agent,
  journalOf,
  lastEventOf,
  storedTrial,
  aLinkedCard,
  countTimes,
  undoneJobsOf,
} from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
let agent: Agent;
let administrator: Agent;
beforeAll(async () => {
  [agent, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
});

const STORED = TRIAL_STATES.filter((state) => state !== 'registration');
const UNFINISHED: TrialState[] = ['phoneVerification', 'billingInformation'];
const BEFORE_ACCOUNT: TrialState[] = [...UNFINISHED, 'openingAccount'];

/** The states in which each action is done; in all others it is refused. Canceling a canceled sign-up is repeated. */
const ALLOWED_IN: Record<SupportActionName, TrialState[]> = {
  'resend-code': ['phoneVerification'],
  'send-resume-link': BEFORE_ACCOUNT,
  'correct-phone': UNFINISHED,
  'correct-email': BEFORE_ACCOUNT,
  'undo-correction': [],
  'retry-opening': ['openingAccount'],
  'send-payment-link': ['billingInformation'],
  'cancel-signup': [...UNFINISHED, 'cancelled'],
  supersede: UNFINISHED,
  unsupersede: [],
  erase: STORED,
  'approve-erasure': [],
  'undo-erasure': [],
  'mark-contacted': STORED,
  'unmark-contacted': [],
  'resend-welcome': [],
  'send-plan-link': [],
  'end-plan-links': [],
  'move-trial-end': [],
  'change-plan': [],
  'retry-invoice': [],
  refund: [],
  'email-receipt': [],
  'cancel-subscription': [],
  'keep-subscription': [],
};

const bodyOf = async (name: SupportActionName): Promise<Record<string, any>> =>
  name === 'supersede' ? { by: (await aTrial(stack)).id } : aBodyOf(name);

const notesOf = async (id: number): Promise<string[]> => (await journalOf(stack, id)).notes;

const hasNoSentence = (entry: TimelineEntry) =>
  /^(event|note)$/.test(entry.kind) &&
  sentenceOf(entry).toLowerCase() === `${entry.name.replaceAll('.', ' ').toLowerCase()}.`;

/** Does an action. The mails that its dialog has named go out, and no others. */
async function runsAnnounced(name: SupportActionName, id: number, input: Record<string, any>) {
  const { body: trial } = await administrator.inspects(id);
  const named = SUPPORT_ACTION_DIALOGS[name].mails({ trial, input, product: 'Lampstand', day: longDayOf });
  const addresses = [trial.person.email, ...(input['email'] ? [input['email']] : [])];
  const received = async () => (await Promise.all(addresses.map((to) => stack.sandbox.mails(to, { count: 0 })))).flat();
  const before = new Set((await received()).map(({ messageId }) => messageId));
  const answer = await agent.runs(id, name, input);
  const isSent = async () => {
    const sent = (await received()).filter(({ messageId }) => !before.has(messageId)).map(asNamed);
    const atOnce = named.filter(({ when }) => !when).map(asNamed);
    const isComplete = atOnce.every((each) => sent.includes(each));
    return isComplete && !(await undoneJobsOf(stack, { key: id })).length ? sent : undefined;
  };
  const sent = await eventually(isSent, { within: 30_000 });
  expect(named.map(asNamed)).toEqual(expect.arrayContaining(sent));
  return answer;
}
const asNamed = ({ to, subject }: { to: string; subject: string }) => `${to}: ${subject}`;
/** The organization's zone, by default. */
const ZONE = 'America/Chicago';
const longDayOf = (instant: string) => longDate(civilDay(new Date(instant), ZONE));

describe('an action of a support agent', () => {
  const isPossible = ({ supportActions }: any, name: SupportActionName) =>
    supportActions.find((each: any) => each.name === name);
  const allowed = STORED.flatMap((state) =>
    SUPPORT_ACTION_NAMES.filter((name) => ALLOWED_IN[name].includes(state)).map((name) => ({ state, name })),
  );

  it.each(allowed)('$name in the state $state is done', async ({ state, name }) => {
    const { id } = await aTrial(stack, { state });
    // It opens the account at the provider.
    if (name === 'retry-opening') await aLinkedCard(stack, id, { taken: true });
    const { possible } = isPossible((await agent.inspects(id)).body, name);
    const answer = await runsAnnounced(name, id, await bodyOf(name));
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.stringMatching(/\.$/) } });
    expect(await agent.audited(`trial:${id}`)).toEqual([`support action ${name}`]);
    expect((await agent.inspects(id)).body.timeline.filter(hasNoSentence)).toEqual([]);
    expect(possible).toBe(name !== 'cancel-signup' || state !== 'cancelled');
  });

  it.each(STORED)(
    'is refused in the state %s, with the reason that was shown, if it is none of these',
    async (state) => {
      const { id } = await aTrial(stack, { state });
      const refused = SUPPORT_ACTION_NAMES.filter((name) => !ALLOWED_IN[name].includes(state));
      for (const name of refused) {
        const staff = name === 'refund' ? administrator : agent;
        const { possible, why } = isPossible((await staff.inspects(id)).body, name);
        expect({ name, possible, why }).toEqual({ name, possible: false, why: expect.stringMatching(/^[A-Z].*\.$/) });
        const answer = await staff.runs(id, name, await bodyOf(name));
        expect({ name, ...answer }).toMatchObject({ name, status: 409, body: { error: why } });
      }
      expect((await storedTrial(stack, id)).state).toBe(state);
      const byAgent = refused.filter((name) => name !== 'refund');
      const audited = byAgent.flatMap((name) => [`support action ${name}`, `support action refused ${name}`]);
      expect(await agent.audited(`trial:${id}`)).toEqual(audited);
    },
  );
});

it('Each action on a member sends the mails that its dialog has named', async () => {
  const { id } = await aMember(stack);
  await mailsSettled(stack, id);
  const until = civilDay(new Date((await lifeOf(stack, id)).trial_ends_at.getTime() + 5 * 86_400_000), ZONE);
  await runsAnnounced('move-trial-end', id, { until });
  const actions = [
    'resend-welcome',
    'send-plan-link',
    'end-plan-links',
    'change-plan',
    'cancel-subscription',
    'keep-subscription',
    'correct-email',
    'correct-phone',
    'mark-contacted',
    'unmark-contacted',
  ] as const;
  for (const name of actions)
    expect(await runsAnnounced(name, id, await bodyOf(name)), name).toMatchObject({ status: 200 });
});

describe('a support agent', () => {
  it('sends the code again, even beyond the daily limit of the visitor', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await countTimes(stack, 'codesPerPhone', visitor.phone, 99);
    expect((await visitor.asksForCode()).status).toBe(429);
    expect(await agent.runs(visitor.id, 'resend-code')).toMatchObject({
      status: 200,
      body: { success: true, message: 'A new code is on its way.' },
    });
    expect((await visitor.typesCode()).status).toBe(200);
  });

  it('sends one code for parallel clicks, and reads when the next one can be sent', async () => {
    const { id, phone } = await aTrial(stack);
    const answers = await atOnce(4, () => agent.runs(id, 'resend-code'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ body }) => body.repeated)).toHaveLength(3);
    for (const { body } of answers) if (body.repeated) expect(Date.parse(body.resendAt)).not.toBeNaN();
    expect(await stack.sandbox.sms(phone)).toHaveLength(1);
  });

  it.each([
    ['send-resume-link', 'billingInformation', 'link.requested', /^Finish your/],
    ['send-payment-link', 'billingInformation', 'payment.linkRequested', /^Add your card/],
  ] as const)('sends one mail by %s for parallel clicks on both servers', async (name, state, event, subject) => {
    const { id, email } = await aTrial(stack, { state });
    const [, one, two] = [0, 1, 2].map((index) => stack.apiUrls[index % stack.apiUrls.length]);
    const click = (url = '') =>
      fetch(`${url}/api/admin/trials/${id}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: agent.cookie },
        body: '{}',
      }).then((answer): Promise<any> => answer.json());
    const answers = await Promise.all([click(one), click(two), click(one), click(two)]);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(answers.every(({ success }) => success)).toBe(true);
    expect(await lastEventOf(stack, id)).toBe(`support: ${state} ${event} ${state}`);
    await stack.sandbox.mails(email, { subject });
    await settled(stack);
    expect(await stack.sandbox.mails(email, { count: 0 })).toHaveLength(1);
  });

  it('cancels a sign-up; its customer is deleted and the visitor is refused', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const clicks = await atOnce(2, () => agent.cancels(visitor.id));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(clicks.filter(({ body }) => body.repeated)).toHaveLength(1);
    expect((await visitor.asksForCode()).status).toBe(409);
    await eventually(async () => {
      const { customers } = await stack.sandbox.records();
      return !customers.some(({ metadata }: any) => metadata?.trial_id === String(visitor.id));
    });
  });

  it('marks a sign-up as superseded, which removes it from the incomplete ones', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const { id: by } = await aTrial(stack, { state: 'billingInformation' });
    await agent.runs(id, 'supersede', { by });
    expect((await agent.runs(id, 'supersede', { by: String(by) })).body.repeated).toBe(true);
    expect(await notesOf(id)).toEqual(['superseded']);
    const incomplete = (await agent.get(`/api/incomplete-trials/json?q=${id}`)).body;
    expect(incomplete).toEqual([]);
    for (const wrong of [id, 12345])
      expect(await agent.runs(id, 'supersede', { by: wrong })).toMatchObject({
        status: 400,
        body: { fields: { by: expect.stringContaining('another sign-up') } },
      });
    expect((await agent.runs(by, 'supersede', { by: id })).status).toBe(400);
  });

  it('marks a sign-up as contacted, once for a double click', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const clicks = await atOnce(2, () => agent.runs(id, 'mark-contacted'));
    expect(clicks.filter(({ body }) => body.repeated)).toHaveLength(1);
    expect(await notesOf(id)).toEqual(['contacted']);
    expect((await agent.inspects(id)).body.contactedAt).not.toBeNull();
    expect((await agent.get(`/api/incomplete-trials/json?q=${id}`)).body[0].contactedAt).toBeDefined();
  });

  it('removes the mark that a sign-up was contacted, once for a double click, and can mark it again at once', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await agent.runs(id, 'mark-contacted');
    const clicks = await atOnce(3, () => agent.runs(id, 'unmark-contacted'));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(clicks.filter(({ body }) => body.repeated)).toHaveLength(2);
    expect((await storedTrial(stack, id)).contacted_at).toBeNull();
    expect((await agent.runs(id, 'mark-contacted')).body.repeated).toBeUndefined();
    expect((await storedTrial(stack, id)).contacted_at).not.toBeNull();
    expect(await notesOf(id)).toEqual(['contacted', 'contacted undone', 'contacted']);
    expect(await agent.audited(`trial:${id}`)).toEqual([
      'support action mark-contacted',
      ...Array(3).fill('support action unmark-contacted'),
      'support action mark-contacted',
    ]);
  });

  it('removes the mark that a sign-up is superseded, which brings it back among the incomplete ones', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const { id: by } = await aTrial(stack, { state: 'billingInformation' });
    await agent.runs(id, 'supersede', { by });
    const clicks = await atOnce(2, () => agent.runs(id, 'unsupersede'));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(clicks.filter(({ body }) => body.repeated)).toHaveLength(1);
    expect(await notesOf(id)).toEqual(['superseded', 'superseded undone']);
    expect((await agent.get(`/api/incomplete-trials/json?q=${id}`)).body).toMatchObject([{ id }]);
    expect((await agent.runs(id, 'supersede', { by })).body.repeated).toBeUndefined();
    expect((await storedTrial(stack, id)).superseded_by).toBe(String(by));
  });

  it('cannot remove the mark of a superseded sign-up that has ended', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await agent.runs(id, 'supersede', { by: (await aTrial(stack)).id });
    await agent.cancels(id);
    expect(await agent.runs(id, 'unsupersede')).toMatchObject({
      status: 409,
      body: { error: 'The sign-up was canceled.' },
    });
  });

  it.each([
    ['correct-phone', { phone: '123' }, { phone: 'Please enter a valid phone number' }],
    ['correct-email', { email: 'x@y' }, { email: 'Please enter a valid email address' }],
    ['supersede', {}, { by: 'Invalid input' }],
    ['cancel-signup', { confirm: 'cancel' }, { confirm: 'Please type the word in capital letters' }],
    ['cancel-signup', {}, { confirm: 'Please type the word in capital letters' }],
    ['erase', { confirm: 'erase' }, { confirm: 'Please type the word in capital letters' }],
    ['erase', {}, { confirm: 'Please type the word in capital letters' }],
  ])('cannot do %s with %j', async (name, body, fields) => {
    const { id } = await aTrial(stack);
    expect(await agent.post(`admin/trials/${id}/${name}`, body)).toMatchObject({ status: 400, body: { fields } });
    expect(await agent.audited(`trial:${id}`)).toEqual([]);
  });

  it('gets 404 for an unknown action', async () => {
    const { id } = await aTrial(stack);
    expect(await agent.post(`admin/trials/${id}/discount`, {})).toMatchObject({ status: 404 });
    expect(await agent.post(`admin/trials/${id}/constructor`, {})).toMatchObject({ status: 404 });
  });

  it('is recorded by role as the actor', async () => {
    const administrator = await anAgent(stack, 'administrator');
    const { id } = await aTrial(stack);
    await administrator.cancels(id);
    expect(await lastEventOf(stack, id)).toBe('admin: phoneVerification signup.cancelled cancelled');
  });

  it('has limits per sign-up, too', async () => {
    const { id } = await aTrial(stack);
    await countTimes(stack, 'supportLinksPerTrial', id, 10);
    expect(await agent.runs(id, 'send-resume-link')).toMatchObject({ status: 429 });
  });
});
