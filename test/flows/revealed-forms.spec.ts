/** The persons of applications and trial requests: where they stand, revealed by support, and who looked. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, anAgent, anEmail, aPhone, aStoredApplication, aStoredRequest, aTrial } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
let support: Agent;
let administrator: Agent;
beforeAll(async () => {
  [support, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
});

const anApplicationOf = async (given: object) => (await aStoredApplication(stack, { given })).id;
async function aRequestOf(given: object) {
  const id = randomInt(2 ** 42, 2 ** 43);
  await aStoredRequest(stack, { id, ...given });
  return id;
}

const FORMS = [
  { kind: 'application', path: 'ambassadors', store: anApplicationOf },
  { kind: 'request', path: 'trial-requests', store: aRequestOf },
] as const;

describe.each(FORMS)('the person of a $kind', ({ kind, path, store }) => {
  it('is masked for support until it is revealed, which timeline and audit record', async () => {
    const person = { email: anEmail('ruth'), phone: aPhone(), whyInterested: 'My students ask for it.' };
    const id = await store(person);
    const read = () => support.get(`/api/admin/${path}/${id}`);
    expect((await read()).body).toMatchObject({ masked: true, whyInterested: null });
    for (const secret of Object.values(person)) expect((await read()).text).not.toContain(secret);

    const revealed = await support.post(`admin/${path}/${id}/reveal`, {});
    expect([revealed.status, revealed.body]).toEqual([200, { masked: false, ...person }]);
    expect(await support.audited(`${kind}:${id}`)).toEqual(['revealed']);
    expect((await read()).body.timeline.at(-1)).toMatchObject({
      kind: 'note',
      name: 'personal data revealed',
      actor: support.name,
      requestId: revealed.headers.get('x-request-id'),
    });
    expect((await support.post(`admin/${path}/1/reveal`, {})).status).toBe(404);
  });
});

describe('a look at a person without a mask', () => {
  it.each([
    ...FORMS,
    { kind: 'trial', path: 'trials', store: async (pastor: object) => (await aTrial(stack, { pastor })).id },
  ])('is audited once a minute: $kind', async ({ kind, path, store }) => {
    const id = await store({ email: anEmail('seen') });
    const subject = `${kind}:${id}`;
    for (const agent of [support, administrator, administrator, administrator])
      expect((await agent.get(`/api/admin/${path}/${id}`)).status).toBe(200);
    expect([await administrator.looksAt(subject), await support.looksAt(subject)]).toEqual([1, 0]);
    expect((await administrator.get(`/api/admin/${path}/1`)).status).toBe(404);
    expect(await administrator.looksAt(`${kind}:1`)).toBe(0);
  });
});

describe('where it stands', () => {
  const standingOf = async (path: string, id: number) => (await support.get(`/api/admin/${path}/${id}`)).body.standing;
  const DAY = String.raw`\w+ \d+, \d{4}`;

  it('is one sentence with its date on the page of an application', async () => {
    for (const [state, sentence] of [
      ['submitted', `^Submitted on ${DAY}; an answer is promised by ${DAY}\\.$`],
      ['approved', `^Approved on ${DAY}\\.$`],
      ['declined', `^Declined on ${DAY}\\.$`],
      ['withdrawn', `^Withdrawn on ${DAY}\\.$`],
    ] as const)
      expect(await standingOf('ambassadors', (await aStoredApplication(stack, { state })).id)).toMatch(
        new RegExp(sentence),
      );
    const { id } = await aStoredApplication(stack, { at: '2026-01-05T18:00:00Z' });
    expect(await standingOf('ambassadors', id)).toContain('an answer was promised by January 14, 2026.');
  });

  it('is one sentence with its date on the page of a request', async () => {
    const id = await aRequestOf({ email: anEmail() });
    const act = (action: string) => support.post(`admin/trial-requests/${id}/${action}`, {});
    expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Sent on ${DAY}; not taken yet\\.$`));
    await act('take');
    expect(await standingOf('trial-requests', id)).toContain(`; taken by ${support.name}.`);
    await act('mark-answered');
    expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Answered on ${DAY} by ${support.name}\\.$`));
    await act('close');
    expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Closed on ${DAY}\\.$`));
  });
});
