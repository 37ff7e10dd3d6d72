/** Mails to members of staff about their own sign-in. */
import { describe, expect, it } from 'vitest';
import { addPasskey, aPasskey, aStaffMember, callsTo, codeOf, cookiesOf, signedIn } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LOGIN = 'New login to your back office account';

describe('a member of staff', () => {
  it('gets a mail for a login from a new browser, with time and browser, and none for a known one', async () => {
    const { email, password } = await aStaffMember(stack);
    const login = (headers: Record<string, string>) =>
      callsTo(stack).post('admin/login', { email, password }, { 'user-agent': FIREFOX, ...headers });
    const cookie = cookiesOf(await login({}));
    const [mail] = await stack.sandbox.mails(email, { subject: new RegExp(LOGIN) });
    expect(mail!.text).toMatch(/^.*\w+ \d+, 2\d{3} at \d+:\d\d:\d\d [AP]M \w+, with Firefox\. If it was you/m);
    expect((await login({ cookie })).status).toBe(200);
    expect((await login({})).status).toBe(200);
    const mails = await stack.sandbox.mails(email, { subject: new RegExp(LOGIN), count: 2 });
    expect(mails).toHaveLength(2);
  });

  it('gets a mail for a passkey and for an authenticator app that was added', async () => {
    const member = await signedIn(stack);
    const cookie = cookiesOf(await addPasskey(member, member.password, aPasskey(stack)));
    await stack.sandbox.mails(member.email, { subject: /^A passkey was added/ });
    const { post } = callsTo(stack, { cookie });
    const { body } = await post('admin/account/authenticator/options', { password: member.password });
    const given = { token: body.token, code: codeOf(body.secret) };
    expect((await post('admin/account/authenticator', given)).status).toBe(200);
    await stack.sandbox.mails(member.email, { subject: /^An authenticator app was added/ });
  });
});
