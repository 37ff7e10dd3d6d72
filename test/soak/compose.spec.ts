/**
 * A sign-up through servers and a sandbox that run already, at SITE and SANDBOX, as the workflow of GitHub names those of
 * `docker compose up`; without these variables, through a stack of its own.
 */
import { expect, it } from 'vitest';
import { aVisitor } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { connectStack } from '../support/stack.mjs';

const { SITE: url, SANDBOX: sandboxUrl } = process.env;
const nowhere = { apiUrls: [], smtpPort: 0, databaseUrl: 'postgres://127.0.0.1:1/none', home: '' };
const stack = url && sandboxUrl ? connectStack({ ...nowhere, url, sandboxUrl }) : ownStack({ apis: 2 });

it('A pastor signs up, and the account opens', async () => {
  expect((await aVisitor(stack).becomesMember()).id).toBeGreaterThan(0);
});
