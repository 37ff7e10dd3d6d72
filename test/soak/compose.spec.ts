/** A sign-up through servers and a sandbox that already run, at SITE and SANDBOX, as `docker compose up` starts them. */
import { describe, expect, it } from 'vitest';
import { aVisitor } from '../builders/index.ts';
import { connectStack } from '../support/stack.mjs';

const { SITE: url = '', SANDBOX: sandboxUrl = '' } = process.env;

describe.skipIf(!url || !sandboxUrl)('The product that runs in containers', () => {
  const nowhere = { apiUrls: [], smtpPort: 0, databaseUrl: 'postgres://127.0.0.1:1/none', home: '' };
  const stack = connectStack({ ...nowhere, url, sandboxUrl });

  it('opens an account for a pastor who signs up', async () => {
    const member = await aVisitor(stack).becomesMember();
    expect((await stack.sandbox.records()).subscriptions).toHaveLength(1);
    expect(member.id).toBeGreaterThan(0);
    await stack.close();
  });
});
