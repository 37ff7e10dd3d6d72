/** A secret has one purpose: what signs announcements signs no link, and a link of one kind stands for no other. */
import { createHmac } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { aMember, callsTo } from '../builders/index.ts';
import { linksSignedWith } from '../builders/links.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const LINK_SECRETS = 'secret-of-the-links-of-the-spec-of-secrets';
const DASHBOARD_WEBHOOK_SECRETS =
  'secret-of-the-announcements-of-this-spec-01,secret-of-the-announcements-of-this-spec-02';
const DAY_MS = 86_400_000;
const stack = ownStack({ apis: 1, env: { LINK_SECRETS, DASHBOARD_WEBHOOK_SECRETS } });

const planOf = async (token: string) => (await callsTo(stack).post('plan', { token })).status;

/** As earlier releases signed: with the secret itself. Without days it has no end. */
function signedDirectly(secret: string, subject: number, endsInDays?: number): string {
  const ends = endsInDays === undefined ? 0 : Math.ceil((Date.now() + endsInDays * DAY_MS) / 1000);
  const claim = Buffer.from(`${ends}.${subject}`).toString('base64url');
  return `${claim}.${createHmac('sha256', secret).update(`link\nplan\n${claim}`).digest('base64url')}`;
}

it('announcements are signed with the secrets of the dashboard, and none of those opens a plan', async () => {
  const { id } = await aMember(stack);
  const secrets = DASHBOARD_WEBHOOK_SECRETS.split(',');
  await eventually(async () => {
    const { announcements } = await stack.sandbox.ledger();
    const told = announcements.find(({ id: each }: any) => each === `account.opened:${id}`);
    const signed = `${told.id}.${told.timestamp}.${JSON.stringify(told.body)}`;
    const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(told.signature).toBe(signatures.join(' '));
    return true;
  });
  for (const secret of secrets) {
    expect(await planOf(signedDirectly(secret, id, 7))).toBe(410);
    expect(await planOf(linksSignedWith(secret).sign('plan', id, new Date(Date.now() + DAY_MS)))).toBe(410);
  }
});

it('a link without an end opens nothing, however it is signed', async () => {
  const { id } = await aMember(stack);
  expect(await planOf(signedDirectly(LINK_SECRETS, id))).toBe(410);
  expect(await planOf(linksSignedWith(LINK_SECRETS).sign('plan', id, new Date(0)))).toBe(410);
});
