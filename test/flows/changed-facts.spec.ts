/** Commands of staff whose dialog showed a fact that has changed since, and the stream by which open pages hear of changes. @slow */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StaffRow, SUPPORT_ACTION_NAMES, type SupportActionName } from '@lampstand/contracts/back-office';
import {
  aBodyOf,
  type Agent,
  aMember,
  aStaffMember,
  aStoredApplication,
  aStoredRequest,
  anUnpaidMember,
  anAgent,
  anEmail,
  aTrial,
  aVisitor,
  ifMatch,
  journalOf,
  lifeOf,
  paysFirstMonth,
  storedTrial,
  storesAnotherCard,
  callsTo,
  listensToChanges,
  signedIn,
} from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack, ownStack } from '../support/own-stack.ts';

const stack = inProcessStack();

let [ann, bob]: Agent[] = [];
beforeAll(async () => {
  [ann, bob] = await Promise.all([anAgent(stack), anAgent(stack)]);
});

const refusedAs = (error: RegExp) => ({ status: 409, body: { error: expect.stringMatching(error) } });

describe('a support action', () => {
  it('is refused with the name of the colleague who changed the plan after the dialog was opened', async () => {
    const { id } = await aMember(stack);
    const [shownToAnn, shownToBob] = [await ann!.sees(id, 'change-plan'), await bob!.sees(id, 'change-plan')];
    expect((await ann!.runs(id, 'change-plan', { plan: 'tier_20_49' }, shownToAnn)).status).toBe(200);
    const late = await bob!.runs(id, 'change-plan', { plan: 'tier_50_99' }, shownToBob);
    expect(late).toMatchObject(refusedAs(new RegExp(`^The plan was changed by ${ann!.name} \\d+ seconds? ago\\. `)));
    expect((await lifeOf(stack, id)).plan).toBe('tier_20_49');
    const shownAgain = await bob!.sees(id, 'change-plan');
    expect((await bob!.runs(id, 'change-plan', { plan: 'tier_50_99' }, shownAgain)).status).toBe(200);
    expect((await lifeOf(stack, id)).plan).toBe('tier_50_99');
  });

  it('does not replace the email that the visitor has corrected after the dialog was opened', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const [shown, own] = [await ann!.sees(visitor.id, 'correct-email'), anEmail('own')];
    expect((await visitor.call('update-email', { email: own })).status).toBe(200);
    const late = await ann!.runs(visitor.id, 'correct-email', { email: anEmail('guess') }, shown);
    expect(late).toMatchObject(refusedAs(/^The email was changed by the visitor \d+ seconds? ago\. /));
    expect((await storedTrial(stack, visitor.id)).email).toBe(own);
  });

  it('does not remove the mark that a colleague has set anew', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await ann!.runs(id, 'mark-contacted');
    const shown = await ann!.sees(id, 'unmark-contacted');
    await bob!.runs(id, 'unmark-contacted');
    await stack.sandbox.advance({ minutes: 2 });
    await bob!.runs(id, 'mark-contacted');
    const late = await ann!.runs(id, 'unmark-contacted', {}, shown);
    expect(late).toMatchObject(refusedAs(new RegExp(`^It was marked as contacted by ${bob!.name} `)));
    expect((await storedTrial(stack, id)).contacted_at).not.toBeNull();
  });

  it('does not erase more than the dialog listed', async () => {
    const { id, details } = await aVisitor(stack).provesPhone();
    const { seen, applications } = (await ann!.get(`/api/admin/trials/${id}/erasure`)).body;
    expect(applications).toBe(0);
    await aVisitor(stack, { email: details.email }).signsUp();
    const late = await ann!.runs(id, 'erase', { confirm: 'ERASE' }, seen);
    expect(late).toMatchObject(refusedAs(/^What the erasure includes was changed a moment ago\. /));
    expect((await storedTrial(stack, id)).erasure_requested_at).toBeNull();
  });

  it('names the payment provider when it finds a card that was changed at Stripe', async () => {
    const member = await anUnpaidMember(stack);
    const shown = await ann!.sees(member.id, 'retry-invoice');
    await stack.sandbox.webhooks.set('hold');
    await storesAnotherCard(stack, member);
    const late = await ann!.runs(member.id, 'retry-invoice', {}, shown);
    await stack.sandbox.webhooks.set('normal');
    expect(late).toMatchObject(refusedAs(/^The card was changed by the payment provider \d+ seconds? ago\. /));
  });

  it('is done once for a double click, which shows the same', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    for (const name of ['mark-contacted', 'send-resume-link', 'cancel-signup'] as const) {
      const shown = await ann!.sees(id, name);
      const clicks = await atOnce(2, () => ann!.runs(id, name, aBodyOf(name), shown));
      expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
      expect(clicks.filter(({ body }) => body.repeated)).toHaveLength(1);
    }
  });

  it('lets one of two colleagues through who press at the same moment', async () => {
    const { id } = await aTrial(stack, { state: 'phoneVerification' });
    const shown = await ann!.sees(id, 'correct-email');
    const presses = [ann!, bob!].map((each) => each.runs(id, 'correct-email', { email: anEmail('at-once') }, shown));
    expect((await Promise.all(presses)).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
  });
});

describe('of the other commands', () => {
  it('undoing a decision leaves the one that another administrator has taken since', async () => {
    const { id } = await aStoredApplication(stack);
    const [one, other] = await Promise.all([anAgent(stack, 'administrator'), anAgent(stack, 'administrator')]);
    const { seen } = (await one.post(`admin/ambassadors/${id}/approve`, { words: 'Thank you.' })).body;
    await other.post(`admin/ambassadors/${id}/undo`, {});
    expect((await other.post(`admin/ambassadors/${id}/decline`, { words: 'Thank you.' })).status).toBe(200);
    const late = await one.post(`admin/ambassadors/${id}/undo`, {}, ifMatch(seen));
    expect(late).toMatchObject(refusedAs(new RegExp(`^The decision was changed by ${other.name} `)));
    const { taken, seen: now } = (await one.get(`/api/admin/ambassadors/${id}`)).body;
    expect(taken).toMatchObject({ decision: 'decline', by: other.name });
    expect((await one.post(`admin/ambassadors/${id}/undo`, {}, ifMatch(now))).status).toBe(200);
  });

  it('a decision is undone by the tag of its own answer', async () => {
    const { id } = await aStoredApplication(stack);
    const administrator = await anAgent(stack, 'administrator');
    const { seen } = (await administrator.post(`admin/ambassadors/${id}/approve`, { words: 'Thank you.' })).body;
    expect((await administrator.post(`admin/ambassadors/${id}/undo`, {}, ifMatch(seen))).status).toBe(200);
  });

  it('a trial request is not answered again after a colleague has answered and released it', async () => {
    const id = randomInt(2 ** 42, 2 ** 43);
    await aStoredRequest(stack, { id });
    const path = `admin/trial-requests/${id}`;
    const { seen } = (await bob!.get(`/api/${path}`)).body;
    await ann!.post(`${path}/answers`, { text: 'Welcome.' });
    await ann!.post(`${path}/release`, {});
    const late = await bob!.post(`${path}/answers`, { text: 'Welcome, too.' }, ifMatch(seen));
    expect(late).toMatchObject(refusedAs(new RegExp(`^This request was answered by ${ann!.name} `)));
    const close = await bob!.post(`${path}/close`, {}, ifMatch(seen));
    expect(close.status).toBe(409);
    expect((await bob!.get(`/api/${path}`)).body).toMatchObject({ state: 'answered', answers: [{ text: 'Welcome.' }] });
  });

  it('an account of staff is not changed after another administrator has changed it', async () => {
    const [one, other] = await Promise.all([anAgent(stack, 'administrator'), anAgent(stack, 'administrator')]);
    const { id } = await aStaffMember(stack, { role: 'support' });
    const shown = ((await one.get('/api/admin/staff')).body as StaffRow[]).find((row) => row.id === id)!.seen;
    const role = { role: 'administrator', password: other.password };
    expect((await other.post(`admin/staff/${id}/change-role`, role)).status).toBe(200);
    const body = { password: one.password };
    for (const change of ['send-password-link', 'disable', 'reset-sign-in', 'end-sessions'])
      expect(await one.post(`admin/staff/${id}/${change}`, body, ifMatch(shown))).toMatchObject(
        refusedAs(new RegExp(`^The role was changed by ${other.name} `)),
      );
  });
});

/** Where each action is possible. */
const SUBJECTS: Record<string, { of: () => Promise<{ id: number }>; actions: SupportActionName[] }> = {
  'a sign-up that waits for its code': {
    of: () => aTrial(stack),
    actions: [
      'resend-code',
      'send-resume-link',
      'correct-phone',
      'correct-email',
      'supersede',
      'mark-contacted',
      'cancel-signup',
    ],
  },
  'a sign-up that waits for its card': {
    of: async () => {
      const trial = await aTrial(stack, { state: 'billingInformation' });
      await ann!.runs(trial.id, 'mark-contacted');
      await ann!.runs(trial.id, 'supersede', { by: (await aTrial(stack)).id });
      return trial;
    },
    actions: ['send-payment-link', 'unmark-contacted', 'unsupersede', 'erase'],
  },
  'a member': {
    of: async () => {
      const member = await aMember(stack);
      await ann!.runs(member.id, 'correct-email', { email: anEmail('next') });
      await bob!.runs(member.id, 'erase', { confirm: 'ERASE' });
      return member;
    },
    actions: [
      'undo-correction',
      'approve-erasure',
      'undo-erasure',
      'resend-welcome',
      'send-plan-link',
      'move-trial-end',
      'change-plan',
      'cancel-subscription',
    ],
  },
  'a member whose invoice is unpaid': { of: () => anUnpaidMember(stack), actions: ['retry-invoice'] },
  'a member who has paid': {
    of: async () => {
      const member = await aMember(stack);
      await paysFirstMonth(stack, member);
      return member;
    },
    actions: ['refund', 'email-receipt'],
  },
  'a sign-up whose account is being opened': {
    of: () => aTrial(stack, { state: 'openingAccount' }),
    actions: ['retry-opening'],
  },
  'a member who has canceled': {
    of: async () => {
      const member = await aMember(stack);
      await ann!.runs(member.id, 'cancel-subscription');
      return member;
    },
    actions: ['keep-subscription'],
  },
};

it.each(Object.entries(SUBJECTS))(
  'each action on %s is refused when everything that its dialog showed has changed',
  async (_who, { of, actions }) => {
    const [one, other] = [await of(), await of()];
    const administrator = await anAgent(stack, 'administrator');
    const { notes } = await journalOf(stack, one.id);
    for (const name of actions) {
      const shown = await administrator.sees(other.id, name);
      expect(shown).toMatch(/^\w+:[\w-]{16}/);
      const body = name === 'supersede' ? { by: other.id } : aBodyOf(name);
      const answer = await administrator.runs(one.id, name, body, shown);
      expect(answer, name).toMatchObject(refusedAs(/ ago\. Nothing was done\. /));
    }
    expect((await journalOf(stack, one.id)).notes).toEqual(notes);
  },
);

it('every support action is tried above but the one whose dialog shows no fact', () => {
  const tried = Object.values(SUBJECTS).flatMap(({ actions }) => actions);
  const left: SupportActionName[] = ['end-plan-links'];
  expect([...tried, ...left].toSorted()).toEqual(SUPPORT_ACTION_NAMES.toSorted());
});

// The last, because a day later the staff of the others are signed out.
describe('a day later, a support action', () => {
  it(
    'names the payment provider when a sweep has found the card that was changed at Stripe',
    { tags: 'thorough' },
    async () => {
      const member = await anUnpaidMember(stack);
      const shown = await ann!.sees(member.id, 'retry-invoice');
      await stack.sandbox.webhooks.set('hold');
      await storesAnotherCard(stack, member);
      await stack.sandbox.advance({ days: 1 });
      const later = await anAgent(stack);
      const timeline = async () => (await later.inspects(member.id)).body.timeline as { name: string }[];
      await eventually(async () => (await timeline()).some(({ name }) => name === 'card changed'));
      const late = await later.runs(member.id, 'retry-invoice', {}, shown);
      await stack.sandbox.webhooks.set('normal');
      expect(late).toMatchObject(refusedAs(/^The card was changed by the payment provider /));
    },
  );
});

describe('Changes on two servers', () => {
  const stack = sharedStack();
  const [here, there] = [() => ({ url: stack.apiUrls[0]! }), () => ({ url: stack.apiUrls[1]! })];

  describe('the stream of changes', () => {
    it('has the id of a record that another server changes, and no word about the person', async () => {
      const staff = await signedIn(stack);
      const { heard } = await listensToChanges(here(), staff);
      const calls = callsTo(there(), { cookie: staff.cookie });
      const visitor = aVisitor({ ...stack, ...there() });
      await visitor.signsUp();
      const { id } = visitor;
      const hears = async (change: () => Promise<unknown>) => {
        heard.length = 0;
        await change();
        await eventually(() => heard.includes(String(id)));
      };
      await hears(() => visitor.asksForCode());
      await hears(() => visitor.typesCode('000000'));
      await hears(() => calls.post(`admin/trials/${id}/notes`, { text: 'Called back.' }));
      await calls.post(`admin/queue/signup/${id}/take`, {});
      await eventually(() => heard.includes('queue'));
      expect(heard.filter((each) => !/^(\d+|queue)$/.test(each))).toEqual([]);
    });

    it('is neither compressed nor held back by a proxy', async () => {
      const { headers } = await listensToChanges(here(), await signedIn(stack));
      expect(headers.get('content-type')).toBe('text/event-stream');
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('x-accel-buffering')).toBe('no');
      expect(headers.get('cache-control')).toContain('no-store');
    });

    it('ends when its session ends on another server, and is refused then', async () => {
      const staff = await signedIn(stack);
      const { ended } = await listensToChanges(here(), staff);
      await callsTo(there(), { cookie: staff.cookie }).post('admin/logout', {});
      await ended;
      expect((await callsTo(here(), { cookie: staff.cookie }).get('/api/admin/changes')).status).toBe(401);
    });
  });

  describe('the stream of changes of a server that stops', { tags: 'thorough' }, () => {
    const stack = ownStack({ apis: 1 });

    it('ends, and the server waits for no page', async () => {
      const { ended } = await listensToChanges(stack, await signedIn(stack));
      expect(await stack.apis[0]!.kill('SIGTERM')).toBe('code 0');
      await ended;
    });
  });
});
