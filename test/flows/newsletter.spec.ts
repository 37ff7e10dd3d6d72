/** Subscribing to the newsletter and confirming by mail. @slow */
import { describe, expect, it } from 'vitest';
import {
  anEmail,
  aSubscriber,
  callsTo,
  expectComplete,
  jobsOf,
  mailsSettled,
  retriesOf,
  deleteReader,
  limitCounters,
  sentMailsOf,
  storedReaders,
} from '../builders/index.ts';
import { linksSignedWith } from '../builders/in-process.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const [NEW, OLD, FOREIGN] = ['new', 'old', 'foreign'].map((name) => `${name}-${'s'.repeat(40)}`) as [
  string,
  string,
  string,
];

const STATES = ['unknown', 'pending', 'confirmed', 'unsubscribed'] as const;
const LATER = new Date(Date.now() + 90 * 86_400_000);
const GONE = { status: 410, heading: 'This link no longer works' };
const CONFIRMED = { status: 200, heading: 'You’re on the list' };
const UNSUBSCRIBED = { status: 200, heading: 'You’re unsubscribed' };
const stack = inProcessStack({ env: { LINK_SECRETS: `${NEW},${OLD}` } });
const twoServers = sharedStack();

/** Waits until every mail for a reader is sent or capped. */
const settled = async (reader: { stored: () => Promise<Record<string, any> | undefined> }) =>
  mailsSettled(stack, Number((await reader.stored())!.id));

describe('subscribing to the newsletter', () => {
  it('has the same answer and the same steps for every address', async () => {
    const readers = await Promise.all(STATES.map((state) => aSubscriber(stack, state)));
    const answers = await Promise.all(readers.map((each) => each.asks()));
    for (const { status, text, headers } of answers) {
      expect({ status, text }).toEqual({ status: 202, text: '{"success":true}' });
      expect([...headers.keys()].sort()).toEqual([...answers[0]!.headers.keys()].sort());
    }
    const states = await Promise.all(readers.map(async (each) => (await each.stored())!.state));
    expect(states).toEqual(['pending', 'pending', 'confirmed', 'unsubscribed']);
    for (const reader of readers) {
      const jobs = await jobsOf(stack, { queue: 'answerSubscription', key: (await reader.stored())!.id });
      expect(jobs).toHaveLength(reader === readers[0] ? 1 : 2);
    }
  });

  it('makes one subscription for parallel calls and for any case of the address', async () => {
    const reader = await aSubscriber(twoServers);
    await atOnce(6, (index) =>
      callsTo({ url: twoServers.apiUrls[index % 2]! }).post('newsletter-subscriptions', {
        email: index % 2 ? reader.email : ` ${reader.email.toUpperCase()} `,
      }),
    );
    expect(await storedReaders(twoServers, reader.email)).toMatchObject([{ state: 'pending' }]);
  });

  it.each(['', 'ruth', 'ruth@church', 'ruth@church.example\nBcc: all@church.example', 7, null])(
    'is refused for %j',
    async (email) => {
      expect(await (await aSubscriber(stack)).asks(email as string)).toMatchObject({
        status: 400,
        body: { fields: { email: 'Please enter a valid email address' } },
      });
    },
  );

  it('accepts JSON from our own pages only', async () => {
    const form = new URLSearchParams({ email: anEmail() });
    expect((await callsTo(stack).raw('newsletter-subscriptions', form)).status).toBe(415);
    const reader = await aSubscriber(stack);
    expect((await reader.asks(reader.email, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await reader.stored()).toBeUndefined();
  });

  it('sends one address at most three mails a day with unchanged answers', async () => {
    const reader = await aSubscriber(stack);
    const answers = await atOnce(5, () => reader.asks());
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    await settled(reader);
    expect(await stack.sandbox.mails(reader.email)).toHaveLength(3);
  });
});

describe('confirming the subscription', () => {
  it('needs the link of the mail and a button, and happens once', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const [mail] = await stack.sandbox.mails(reader.email);
    const token = await reader.confirmToken();
    expect(mail!.subject).toBe('Please confirm your subscription to the Lampstand newsletter');
    expectComplete(mail, `${stack.url}/newsletter/confirm?token=${token}`, '7 days', 'Wasn’t you?');
    const answers = await atOnce(6, () => reader.confirms(token));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ heading }) => heading === 'You’re already on the list')).toHaveLength(5);
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const { state, confirmed_at: at } = (await reader.stored())!;
    expect(state).toBe('confirmed');
    expect(Math.abs(at - Date.parse(now))).toBeLessThan(60_000);
    await settled(reader);
    expect(await stack.sandbox.mails(reader.email, { subject: /^You are subscribed/ })).toHaveLength(1);
  });

  it('never happens because the link is opened', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const path = `/newsletter/confirm?token=${await reader.confirmToken()}`;
    for (const method of ['GET', 'HEAD']) await fetch(stack.url + path, { method });
    const { status, headers } = await callsTo(stack).get(path);
    expect(status).toBe(200);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await reader.stored())!.state).toBe('pending');
  });

  it('works for seven days', async () => {
    const [early, late] = [await aSubscriber(stack, 'pending'), await aSubscriber(stack, 'pending')];
    const tokens = [await early.confirmToken(), await late.confirmToken()] as const;
    await stack.sandbox.advance({ days: 6 });
    expect(await early.confirms(tokens[0])).toEqual(CONFIRMED);
    // The expiry is rounded up to a full second.
    await stack.sandbox.advance({ days: 1, minutes: 1 });
    expect(await late.confirms(tokens[1])).toEqual(GONE);
    expect((await late.stored())!.state).toBe('pending');
  });

  it('accepts tokens signed with an older secret of the settings; new tokens use the first', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const { id } = (await reader.stored())!;
    const asked = `${id}:${Date.now()}`;
    expect(linksSignedWith(NEW).verify('newsletter.confirm', await reader.confirmToken())).toMatch(`${id}:`);
    expect(await reader.confirms(linksSignedWith(FOREIGN).sign('newsletter.confirm', asked, LATER))).toEqual(GONE);
    expect(await reader.confirms(linksSignedWith(OLD).sign('newsletter.confirm', asked, LATER))).toEqual(CONFIRMED);
  });

  it('refuses tokens that are forged, cut, of another purpose or of an unknown reader', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const { id } = (await reader.stored())!;
    const genuine = await reader.confirmToken();
    const tokens = {
      withoutLastLetter: genuine.slice(0, -1),
      withoutSignature: genuine.split('.')[0],
      withForeignSignature: `${linksSignedWith(NEW).sign('newsletter.confirm', `7:${Date.now()}`, LATER).split('.')[0]}.${genuine.split('.')[1]}`,
      toUnsubscribe: linksSignedWith(NEW).sign('newsletter.unsubscribe', id, LATER),
      ofUnknownReader: linksSignedWith(NEW).sign('newsletter.confirm', `7:${Date.now()}`, LATER),
      ofAnAddress: linksSignedWith(NEW).sign('newsletter.confirm', `ruth@church.example:${Date.now()}`, LATER),
      withoutATime: linksSignedWith(NEW).sign('newsletter.confirm', id, LATER),
    };
    for (const token of Object.values(tokens)) expect(await reader.confirms(token)).toEqual(GONE);
    expect((await reader.stored())!.state).toBe('pending');
  });

  it('with an old link does not undo unsubscribing', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const token = await reader.confirmToken();
    await reader.confirms(token);
    await reader.unsubscribes(await reader.unsubscribeToken());
    expect(await reader.confirms(token)).toEqual(GONE);
    expect((await reader.stored())!.state).toBe('unsubscribed');
  });
});

describe('Unsubscribing from the newsletter', () => {
  const SECRET = `our-${'s'.repeat(40)}`;
  const FOREIGN = `foreign-${'s'.repeat(40)}`;
  const stack = inProcessStack({ env: { LINK_SECRETS: SECRET } });

  describe('the mail to a reader', () => {
    it.each([
      ['who has just confirmed', /^You are subscribed/, 'Thank you for confirming'],
      ['who subscribes again', /^You already receive/, 'nothing more to do'],
    ])('%s has headers for one-click unsubscribe', async (_who, subject, words) => {
      const reader = await aSubscriber(stack, 'confirmed');
      await reader.asks();
      const [mail] = (await stack.sandbox.mails(reader.email, { subject })) as any[];
      const [link] = /http\S+\/newsletter\/unsubscribe\?token=[\w.-]+/.exec(mail.text)!;
      expect(mail.headers['list-unsubscribe']).toBe(`<${link}>`);
      expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      expectComplete(mail, words, link);
    });

    it('who has not confirmed has no such header', async () => {
      const reader = await aSubscriber(stack, 'pending');
      const [mail] = (await stack.sandbox.mails(reader.email)) as any[];
      expect(mail.headers).not.toHaveProperty('list-unsubscribe');
    });

    it('waits while the mail server is down and is then sent once for each request', async () => {
      await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
      const reader = await aSubscriber(stack);
      for (const _ of [1, 2, 3]) await reader.asks();
      const { id } = (await reader.stored())!;
      await eventually(async () => (await retriesOf(stack, { key: id })).length === 3);
      await stack.sandbox.heal();
      await expectNoViolations(stack);
      expect(await stack.sandbox.mails(reader.email)).toHaveLength(3);
    });
  });

  describe('unsubscribing', () => {
    const JSON_TYPE = { 'content-type': 'application/json' };
    const BODIES: [string, BodyInit | null, Record<string, string>][] = [
      ['a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), {}],
      ['a multipart form', form({ 'List-Unsubscribe': 'One-Click' }), {}],
      ['JSON', '{}', JSON_TYPE],
      ['broken JSON', '{', JSON_TYPE],
      ['plain text', 'List-Unsubscribe=One-Click', {}],
      ['an unknown content type', 'x', { 'content-type': 'application/x-mail-program' }],
      ['no body at all', null, {}],
      ['the origin of a web mail', null, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
    ];

    it.each(BODIES)('works with %s, also repeatedly', async (_what, body, headers) => {
      const reader = await aSubscriber(stack, 'confirmed');
      const token = await reader.unsubscribeToken();
      for (const _ of [1, 2]) expect(await reader.unsubscribes(token, body, headers)).toEqual(UNSUBSCRIBED);
      const { state, unsubscribed_at: at } = (await reader.stored())!;
      expect(state).toBe('unsubscribed');
      expect(at).toBeInstanceOf(Date);
    });

    it('keeps the time of the first call', async () => {
      const reader = await aSubscriber(stack, 'unsubscribed');
      const before = await reader.stored();
      await reader.unsubscribes(await reader.unsubscribeToken());
      expect(await reader.stored()).toEqual(before);
    });

    it('never happens because the link is opened', async () => {
      const reader = await aSubscriber(stack, 'confirmed');
      const path = `/newsletter/unsubscribe?token=${await reader.unsubscribeToken()}`;
      for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(stack.url + path, { method });
      const { status, headers } = await callsTo(stack).get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect((await reader.stored())!.state).toBe('confirmed');
    });

    it('works for years, and for an address that has been erased', async () => {
      const reader = await aSubscriber(stack, 'confirmed');
      const token = await reader.unsubscribeToken();
      await stack.sandbox.advance({ days: 400 });
      expect(await reader.unsubscribes(token)).toEqual(UNSUBSCRIBED);
      await deleteReader(stack, reader.email);
      expect(await reader.unsubscribes(token)).toEqual(UNSUBSCRIBED);
    });

    it('refuses tokens that are forged, of another purpose, repeated or missing', async () => {
      const reader = await aSubscriber(stack, 'confirmed');
      const { id } = (await reader.stored())!;
      const genuine = await reader.unsubscribeToken();
      const forged = [
        linksSignedWith(FOREIGN).sign('newsletter.unsubscribe', id, LATER),
        linksSignedWith(SECRET).sign('newsletter.confirm', id, LATER),
        genuine.slice(0, -1),
        `${genuine}&token=${genuine}`,
        '',
        '%00',
      ];
      for (const token of forged) expect(await reader.unsubscribes(token)).toEqual(GONE);
      expect((await fetch(`${stack.url}/newsletter/unsubscribe`, { method: 'POST' })).status).toBe(410);
      expect((await reader.stored())!.state).toBe('confirmed');
    });

    it('can be undone by double opt-in, and then be repeated', async () => {
      const reader = await aSubscriber(stack, 'unsubscribed');
      const before = (await reader.stored())!.id;
      await reader.asks();
      expect(await reader.confirms(await reader.confirmToken(2))).toEqual(CONFIRMED);
      expect(await reader.stored()).toMatchObject({ id: before, state: 'confirmed' });
      expect(await reader.unsubscribes(await reader.unsubscribeToken(2))).toEqual(UNSUBSCRIBED);
      expect((await reader.stored())!.state).toBe('unsubscribed');
    });
  });

  describe('a reader who has unsubscribed', () => {
    it('stays unsubscribed when the address is entered again, and when the old link is used', async () => {
      const reader = await aSubscriber(stack, 'confirmed');
      const old = await reader.confirmToken();
      expect(await reader.unsubscribes(await reader.unsubscribeToken())).toEqual(UNSUBSCRIBED);
      expect((await reader.asks()).status).toBe(202);
      await reader.confirmToken(2);
      expect((await reader.stored())!.state).toBe('unsubscribed');
      expect(await reader.confirms(old)).toEqual(GONE);
      expect((await reader.stored())!.state).toBe('unsubscribed');
    });

    it('invalidates newer links by unsubscribing again', async () => {
      const reader = await aSubscriber(stack, 'unsubscribed');
      await reader.asks();
      const later = await reader.confirmToken(2);
      expect(await reader.unsubscribes(await reader.unsubscribeToken())).toEqual(UNSUBSCRIBED);
      expect(await reader.confirms(later)).toEqual(GONE);
      await reader.asks();
      expect(await reader.confirms(await reader.confirmToken(3))).toEqual(CONFIRMED);
    });
  });

  describe('the newsletter', () => {
    it('stores addresses and tokens in its own table only', async () => {
      const reader = await aSubscriber(stack, 'confirmed');
      const secrets = [reader.email, await reader.unsubscribeToken(), await reader.confirmToken()];
      const jobs = await jobsOf(stack);
      const mails = await sentMailsOf(stack);
      const limits = await limitCounters(stack);
      const api = (await stack.logs()).split('\n').filter((line) => line.includes('"requestId"'));
      expect(api.length).toBeGreaterThan(0);
      const written = JSON.stringify([jobs, mails, limits, api]);
      for (const secret of secrets) expect(written).not.toContain(secret);
    });
  });

  function form(fields: Record<string, string>): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  }
});
