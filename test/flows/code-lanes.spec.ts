/** The budgets of codes in the back office. */
import { describe, expect, it } from 'vitest';
import { anAgent, aTrial, auditEntries, aVisitor, callsTo, countTimes, timesCounted } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

describe('the codes of visitors who have proven their mailbox', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const asksFrom = async (address: string) => {
    const from = { 'x-forwarded-for': address };
    const { id, cookie, phone } = await aTrial(stack, { columns: { email_proven_at: '2026-02-03T04:05:06Z' } });
    return callsTo(stack).post('verify-phone', { trialId: id, phone }, { cookie, ...from });
  };

  it('to one network are limited to three tenths of the day until visitors enter them, and other networks still get theirs', async () => {
    await countTimes(stack, 'provenCodesPer48', '203.0.113.0/24', 14);
    expect((await asksFrom('203.0.113.7')).status).toBe(200);
    expect(await asksFrom('203.0.113.8')).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^All codes of today have been sent/) },
    });
    expect((await asksFrom('198.51.100.7')).status).toBe(200);
    expect(await timesCounted(stack, 'codesOverall', 'all')).toBe(2);
  });
});

describe('the codes of a day', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const asksFrom = async (address: string) => {
    const from = { 'x-forwarded-for': address };
    const visitor = aVisitor(stack);
    await visitor.signsUp(from);
    return visitor.call('verify-phone', { phone: visitor.phone }, from);
  };

  it('are shown to staff with the networks that used most, and no whole address', async () => {
    for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8:5:6::7'])
      expect((await asksFrom(address)).status).toBe(200);
    const { status, body } = await (await anAgent(stack)).get('/api/admin/code-lanes');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        unproven: { used: 3, of: 30 },
        worked: { used: 0, of: 10 },
        all: { used: 3, of: 50 },
        networks: [
          { network: '203.0.113.0/24', codes: 2 },
          { network: '2001:db8:5::/48', codes: 1 },
        ],
      },
    });
  });

  it('go to strangers as far as an administrator allows, at once, which the audit records', async () => {
    const administrator = await anAgent(stack, 'administrator');
    const allow = (unproven: number) => administrator.post('admin/code-lanes', { unproven });
    expect((await allow(3)).body.unproven).toEqual({ used: 3, of: 3 });
    expect(await asksFrom('198.51.100.7')).toMatchObject({ status: 429, body: { busy: true } });
    expect((await allow(20)).status).toBe(200);
    expect((await asksFrom('198.51.100.7')).status).toBe(200);
    expect((await allow(500)).body.unproven.of).toBe(50);
    expect((await allow(-1)).status).toBe(400);
    const entries = await auditEntries(stack, { by: administrator.id, action: 'code budget set' });
    expect(entries.map(({ detail }) => detail)).toEqual([
      { from: 30, to: 3 },
      { from: 3, to: 20 },
      { from: 20, to: 500 },
    ]);
  });
});
