/** Forms that send mails cannot be used to spam or to deceive an address. */
import { describe, expect, it } from 'vitest';
import {
  anAgent,
  anApplication,
  anEmail,
  aPastor,
  aPhone,
  aTrial,
  callsTo,
  queueJob,
  journalOf,
  linkPauseEnds,
  mailsSettled,
  timesCounted,
} from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

const BAIT = 'Zebulon';
const signUpsOf = (email: string, size: number) =>
  Promise.all(Array.from({ length: size }, () => aTrial(stack, { pastor: { email, firstName: BAIT } })));

/** Requests five links per sign-up and waits for their jobs. */
async function requestLinks(trials: { id: number }[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    await Promise.all(trials.map(({ id }) => linkPauseEnds(stack, id)));
    const answers = await Promise.all(trials.map(({ id }) => post('send-resume-link', { trialId: id })));
    statuses.push(...answers.map(({ status }) => status));
  }
  await Promise.all(trials.map(({ id }) => mailsSettled(stack, id)));
  return statuses;
}

describe('an address that a visitor types', () => {
  it('gets three mails a day for all its sign-ups, without text of the visitor', async () => {
    const email = anEmail();
    const trials = await signUpsOf(email, 4);
    expect(await requestLinks(trials)).toEqual(Array(20).fill(200));
    const mails = await stack.sandbox.mails(email, { count: 3 });
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain(BAIT);
  });

  it('is the same address in upper case', async () => {
    const email = anEmail();
    await requestLinks([...(await signUpsOf(email, 1)), ...(await signUpsOf(email.toUpperCase(), 1))]);
    const sent = await Promise.all([email, email.toUpperCase()].map((to) => stack.sandbox.mails(to, { count: 0 })));
    expect(new Set(sent.flat().map(({ messageId }) => messageId)).size).toBe(3);
  });

  it.each([
    ['a tag', (name: string) => [`${name}@church.example`, `${name}+1@church.example`]],
    ['dots at Gmail', (name: string) => [`${name}@gmail.com`, `${name[0]}.${name.slice(1)}+x@googlemail.com`]],
  ])('is the same mailbox with %s', async (_with, spellings) => {
    const addresses = spellings(`pastor${aPhone()}`);
    for (const address of addresses) await requestLinks(await signUpsOf(address, 1));
    const sent = await Promise.all(addresses.map((to) => stack.sandbox.mails(to, { count: 0 })));
    expect(new Set(sent.flat().map(({ messageId }) => messageId)).size).toBe(3);
  });

  it('causes one note in the journal for mails that were not sent', async () => {
    const email = anEmail();
    const [trial] = await signUpsOf(email, 1);
    await requestLinks([trial!]);
    await queueJob(stack, 'sendResumeLink', trial!.id);
    await mailsSettled(stack, trial!.id);
    const { notes } = await journalOf(stack, trial!.id);
    expect(notes.toSorted()).toEqual(['mail capped', 'mail sent', 'mail sent', 'mail sent']);
  });

  it('can be replaced twice a day per sign-up', async () => {
    const { id, cookie } = await aTrial(stack);
    const statuses = [];
    for (const _ of [1, 2, 3, 4])
      statuses.push((await post('update-email', { trialId: id, email: anEmail() }, { cookie })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('gets up to ten mails a day from support agents, beyond its own limit', async () => {
    const agent = await anAgent(stack);
    const email = anEmail();
    await requestLinks(await signUpsOf(email, 1));
    const others = await signUpsOf(email, 12);
    for (const { id } of others) expect((await agent.runs(id, 'send-resume-link')).status).toBe(200);
    await Promise.all(others.map(({ id }) => mailsSettled(stack, id)));
    expect(await stack.sandbox.mails(email, { count: 13 })).toHaveLength(13);
  });

  it('gets ten mails a day for sign-ups with a verified phone, with the name', async () => {
    const email = anEmail();
    const trials = await Promise.all(
      Array.from({ length: 3 }, () =>
        aTrial(stack, { state: 'billingInformation', pastor: { email, firstName: BAIT } }),
      ),
    );
    await requestLinks(trials);
    const mails = await stack.sandbox.mails(email, { count: 10 });
    expect(mails).toHaveLength(10);
    for (const { html } of mails) expect(html).toContain(BAIT);
  });

  it.each(['ambassador-application', 'trial-request'])('gets no name in the confirmation of %s', async (call) => {
    const body = anApplication({ firstName: BAIT, lastName: BAIT, churchName: BAIT });
    expect((await post(call, body)).status).toBe(201);
    const [mail] = await stack.sandbox.mails(body.email);
    expect(mail!.subject + mail!.text + mail!.html).not.toContain(BAIT);
  });
});

describe('a name', () => {
  const LINKS = [
    'See https://evil.example',
    'Log in at evil.example/verify',
    'Visit WWW.evil.example',
    'mary@evil.example',
    'ｗｗｗ．evil.example',
  ];

  it.each(['firstName', 'lastName', 'churchName', 'ministryName', 'churchCity'] as const)(
    'of a sign-up is refused when it is a link: %s',
    async (field) => {
      for (const bait of LINKS) {
        const answer = await post('trial-signup', aPastor({ [field]: bait }));
        expect(answer).toMatchObject({
          status: 400,
          body: { fields: { [field]: 'Please leave out links and email addresses' } },
        });
      }
    },
  );

  it.each(['firstName', 'lastName', 'position', 'churchName', 'churchCity'] as const)(
    'of an application or a trial request is refused when it is a link: %s',
    async (field) => {
      for (const call of ['ambassador-application', 'trial-request'])
        for (const bait of LINKS)
          expect(await post(call, anApplication({ [field]: bait }))).toMatchObject({
            status: 400,
            body: { fields: { [field]: 'Please leave out links and email addresses' } },
          });
    },
  );
});

describe('a correction by several parallel clicks', () => {
  const correctionsOf = async (id: number, event: string) =>
    (await journalOf(stack, id)).events.filter((each) => each === event).length;

  it('by a support agent is one event and one mail', async () => {
    const agent = await anAgent(stack);
    const { id } = await aTrial(stack);
    const email = anEmail();
    const answers = await atOnce(6, () => agent.runs(id, 'correct-email', { email }));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await correctionsOf(id, 'email.corrected')).toBe(1);
    await mailsSettled(stack, id);
    expect(await stack.sandbox.mails(email)).toHaveLength(1);
    expect(await timesCounted(stack, 'supportCorrectionsPerTrial', id)).toBe(1);
  });

  it('by the visitor is one event and one mail, and counts once', async () => {
    const { id, cookie } = await aTrial(stack);
    const email = anEmail();
    await atOnce(2, () => post('update-email', { trialId: id, email }, { cookie }));
    expect(await correctionsOf(id, 'email.corrected')).toBe(1);
    await mailsSettled(stack, id);
    expect(await stack.sandbox.mails(email)).toHaveLength(1);
    expect((await post('update-email', { trialId: id, email: anEmail() }, { cookie })).status).toBe(200);
  });

  it('of the phone is one event', async () => {
    const { id, cookie } = await aTrial(stack);
    const phone = aPhone();
    await atOnce(3, () => post('verify-phone', { trialId: id, phone }, { cookie }));
    expect(await correctionsOf(id, 'phone.changed')).toBe(1);
  });
});
