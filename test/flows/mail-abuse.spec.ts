/** Forms that send mails cannot be used to spam or to deceive an address. @slow */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  anApplication,
  anEmail,
  aPastor,
  aPhone,
  aTrial,
  aVisitor,
  callsTo,
  countTimes,
  queueJob,
  journalOf,
  linkPauseEnds,
  mailsSettled,
  timesCounted,
} from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

const BAIT = 'Zebulon';
const signUpsOf = (email: string, size: number) =>
  Promise.all(Array.from({ length: size }, () => aTrial(stack, { pastor: { email, firstName: BAIT } })));

/** Requests five links per sign-up and waits for their jobs. */
async function requestLinks(trials: { id: number }[]): Promise<number[]> {
  const statuses: number[] = [];
  const promised = new Set<number>();
  for (const _ of [1, 2, 3, 4, 5]) {
    await Promise.all(trials.map(({ id }) => linkPauseEnds(stack, id)));
    const answers = await Promise.all(trials.map(({ id }) => post('send-resume-link', { trialId: id })));
    statuses.push(...answers.map(({ status }) => status));
    trials.forEach(({ id }, index) => answers[index]!.status === 200 && promised.add(id));
  }
  await Promise.all([...promised].map((id) => mailsSettled(stack, id)));
  return statuses;
}

describe('an address that a visitor types', () => {
  it('gets three mails a day for all its sign-ups, without text of the visitor', async () => {
    const email = anEmail();
    const trials = await signUpsOf(email, 4);
    const statuses = await requestLinks(trials);
    expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([3, 17]);
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

  it('still gets the link that its owner asks for after three sign-ups of strangers; a link is only promised if it is mailed', async () => {
    const email = anEmail();
    for (const stranger of [1, 2, 3].map(() => aVisitor(stack, { email }))) {
      await stranger.signsUp();
      await mailsSettled(stack, stranger.id);
    }
    const owner = aVisitor(stack, { email });
    await owner.signsUp();
    await mailsSettled(stack, owner.id);
    expect(await owner.elsewhere().call('send-resume-link')).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^We cannot email another link now/), retryAt: expect.stringMatching(/Z$/) },
    });
    expect((await owner.call('send-resume-link')).status).toBe(200);
    await mailsSettled(stack, owner.id);
    const [link, ...saved] = await stack.sandbox.mails(email, { count: 4 });
    expect([link!.text.includes(String(owner.id)), saved.length]).toEqual([true, 3]);
    expect((await journalOf(stack, owner.id)).notes).toEqual(['mail capped', 'mail sent']);
  });

  it('gets its own link also when strangers ask from the browsers of their own sign-ups', async () => {
    const email = anEmail();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const asks = async (address: string) => {
      const visitor = aVisitor(stack, { email });
      await visitor.signsUp(from(address));
      return (await visitor.call('send-resume-link', {}, from(address))).status;
    };
    expect([await asks('203.0.113.7'), await asks('203.0.113.8'), await asks('203.0.113.9')]).toEqual([200, 200, 429]);
    expect(await asks('198.51.100.7')).toBe(200);
  });

  it('can be replaced twice a day per sign-up', async () => {
    const { id, cookie } = await aTrial(stack);
    const statuses = [];
    for (const _ of [1, 2, 3, 4])
      statuses.push((await post('update-email', { trialId: id, email: anEmail() }, { cookie })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('gets up to ten mails a day from support agents, beyond its own limit; no more are promised', async () => {
    const agent = await anAgent(stack);
    const email = anEmail();
    await requestLinks(await signUpsOf(email, 1));
    const others = await signUpsOf(email, 12);
    const statuses = [];
    for (const { id } of others) {
      const { status } = await agent.runs(id, 'send-resume-link');
      statuses.push(status);
      if (status === 200) await mailsSettled(stack, id);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
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

describe('a link to a plan', () => {
  it.each([
    ['of a member', async () => (await aMember(stack)).email],
    ['of no one', async () => anEmail()],
  ])('is promised to the address %s as often as it would be mailed', async (_of, address) => {
    const email = await address();
    const statuses = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await post('plan/link', { email })).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  it('is promised to staff ten times a day, also when strangers have used up the address', async () => {
    const [agent, { id, email }] = [await anAgent(stack), await aMember(stack)];
    for (const _ of [1, 2, 3]) await post('plan/link', { email });
    const key = createHash('sha256').update(email.toLowerCase()).digest('base64url');
    await countTimes(stack, 'supportMailsPerEmail', key, 10);
    expect((await agent.runs(id, 'send-plan-link')).status).toBe(429);
    await countTimes(stack, 'supportMailsPerEmail', key, 9);
    expect((await agent.runs(id, 'send-plan-link')).body).toMatchObject({ success: true });
    expect(await stack.sandbox.mails(email, { subject: 'Your link to your plan', count: 4 })).toHaveLength(4);
  });
});

describe('mails to mailboxes that are not proven', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const linkTo = async (email: string, address: string) => {
    const visitor = aVisitor(stack, { email });
    await visitor.signsUp(from(address));
    await mailsSettled(stack, visitor.id);
    const { status } = await visitor.call('send-resume-link', {}, from(address));
    await mailsSettled(stack, visitor.id);
    return [status, (await stack.sandbox.mails(email, { count: 0 })).length];
  };

  it('are limited for a network, and others still get theirs', async () => {
    await countTimes(stack, 'unprovenMailsPer48', '203.0.113.0/24', 1500);
    expect(await linkTo(anEmail(), '203.0.113.7')).toEqual([429, 0]);
    expect(await linkTo(anEmail(), '198.51.100.7')).toEqual([200, 2]);
  });

  it('are limited for the /56 of a customer, also those that a job sends, and the rest of its /48 still gets them', async () => {
    await countTimes(stack, 'unprovenMailsPer56', '2001:db8:9:4700::/56', 749);
    expect(await linkTo(anEmail(), '2001:db8:9:47ab::7')).toEqual([429, 1]);
    expect(await linkTo(anEmail(), '2001:db8:9:4800::7')).toEqual([200, 2]);
    expect(await timesCounted(stack, 'unprovenMailsPer48', '2001:db8:9::/48')).toBe(3);
  });

  it.each([
    ['unprovenMailsPerDomain', 200, 1],
    ['ownLinksPerDomain', 429, 1],
  ] as const)(
    'are limited for a domain that is no mail provider, apart for strangers and for owners: %s',
    async (limit, own, mails) => {
      const domains = [`church-${aPhone()}.example`, 'gmail.com'] as const;
      for (const domain of domains)
        await countTimes(stack, limit, createHash('sha256').update(domain).digest('base64url'), 200);
      expect(await linkTo(`pastor${aPhone()}@${domains[0]}`, '198.51.100.8')).toEqual([own, mails]);
      expect(await linkTo(`pastor${aPhone()}@${domains[1]}`, '198.51.100.8')).toEqual([200, 2]);
    },
  );
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
