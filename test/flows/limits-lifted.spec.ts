import { describe, expect, it } from '@jest/globals';
import { aVisitor, callsTo } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

describe('with LIMITS=off', () => {
  it('misses are not counted', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => callsTo(stack).get('/api/trial-signup/7')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });

  it('one exchange may get more than twenty codes', async () => {
    const prefix = `201${Math.floor(200 + Math.random() * 700)}`;
    const visitors = Array.from({ length: 22 }, (_, index) => aVisitor(stack, { phone: `${prefix}${3000 + index}` }));
    await Promise.all(visitors.map((each) => each.signsUp()));
    const answers = await Promise.all(visitors.map((each) => each.asksForCode()));
    expect(new Set(answers.map(({ body }) => body.sent))).toEqual(new Set([true]));
  });

  it('cooldown and tries of a code hold all the same', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const code = await stack.sandbox.smsCode(visitor.phone);
    expect((await visitor.call('resend-verification')).body.sent).toBe(false);
    for (const _ of [1, 2, 3, 4, 5]) await visitor.typesCode(code === '000000' ? '111111' : '000000');
    expect((await visitor.typesCode(code)).status).toBe(429);
  });
});
