import { describe, expect, it, jest } from '@jest/globals';
import { settled } from '../invariants/index.ts';
import { aVisitor } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(180_000);

describe('the first start', () => {
  const stack = ownStack({ apis: 3, together: true });

  it('of three servers at once on an empty database: all are ready, and none has ended', async () => {
    expect(stack.apis.map((api) => api.isLive())).toEqual([true, true, true]);
    const ready = await Promise.all(stack.apiUrls.map((url) => fetch(`${url}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
    await aVisitor(stack).becomesMember();
    await settled(stack);
  });
});
