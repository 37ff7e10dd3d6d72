import { describe, expect, it } from '@jest/globals';
import { anApplication, aPastor, callsTo, type Answer } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 2, env: { LIMITS: 'on' } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

describe('the limits', () => {
  it('let two hundred pastors in one room sign up at once', async () => {
    const { post, get } = callsTo(stack);
    const room = from('198.51.100.7');
    const pastors = Array.from({ length: 200 }, () => aPastor());
    const known = await Promise.all(pastors.map(({ phone }) => post('check-user-exists', { phone }, room)));
    const saved = await Promise.all(pastors.map((pastor) => post('trial-signup', pastor, room)));
    const loaded = await Promise.all(saved.map(({ body }) => get(`/api/trial-signup/${body.id}`, room)));
    const sent = await Promise.all(
      saved.map(({ body }, index) => post('verify-phone', { trialId: body.id, phone: pastors[index]!.phone }, room)),
    );
    expect([count(known, 200), count(saved, 201), count(loaded, 200), count(sent, 200)]).toEqual([200, 200, 200, 200]);
  }, 60_000);

  it('let two hundred pastors in one room apply, ask for a trial and subscribe at once', async () => {
    const { post } = callsTo(stack);
    const room = from('198.51.100.8');
    const pastors = Array.from({ length: 200 }, () => anApplication());
    const applied = await Promise.all(pastors.map((each) => post('ambassador-application', each, room)));
    const asked = await Promise.all(pastors.map((each) => post('trial-request', each, room)));
    const subscribed = await Promise.all(pastors.map(({ email }) => post('newsletter-subscriptions', { email }, room)));
    expect([count(applied, 201), count(asked, 201), count(subscribed, 202)]).toEqual([200, 200, 200]);
  }, 60_000);
});
