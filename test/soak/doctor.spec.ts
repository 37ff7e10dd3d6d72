import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SAMPLE_CLAIMS, samplesOf, unansweredIn } from '@lampstand/contracts';
import { doctorCommand, stripe } from '../builders/index.ts';
import { checkInvariantsAfterEach } from '../invariants/index.ts';
import { freshDatabase } from '../support/postgres.mjs';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 1 });
checkInvariantsAfterEach(stack);

const PARTS = [
  'stripe',
  'prices',
  'webhook',
  'portal',
  'wallets',
  'clock',
  'twilio',
  'verify',
  'mail',
  'clock',
  'database',
  'events',
  'roles',
];
const parts = (lines: string[]) => lines.map((line) => line.slice(8).split(' ', 1)[0]);
const nowhere = 'postgres://nobody:hush-hush@127.0.0.1:1/none';

/** A mail server that refuses the first command that matches; /^HELLO/ refuses the connection. */
async function mailServer(refused: RegExp): Promise<Server> {
  const server = createServer((socket) => {
    const reply = (command: string) => socket.write(`${refused.test(command) ? '550 no' : '250 ok'}\r\n`);
    if (refused.test('HELLO')) return void socket.end('554 refused\r\n');
    socket.on('error', () => {});
    socket.write('220 mail\r\n');
    socket.on('data', (command) => reply(command.toString()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('npm run doctor', () => {
  it('reports ok for each part of a new installation', async () => {
    const { lines, complained, code } = await doctorCommand(stack);
    expect({ complained, code }).toEqual({ complained: '', code: 0 });
    const claims = lines.filter((line) => line.startsWith('sample'));
    const others = lines.filter((line) => !claims.includes(line));
    expect(parts(others)).toEqual(PARTS);
    expect(others.filter((line) => !/^ok {6}\w+ +\S/.test(line))).toEqual([]);
    const samples = ['POSTAL_ADDRESS', 'SUPPORT_EMAIL', 'MAIL_FROM', ...samplesOf(SAMPLE_CLAIMS)].map(
      (text) => `${text};`,
    );
    const questions = unansweredIn(SAMPLE_CLAIMS).map(({ page, title }) => `${page} says "Ask us" to "${title}";`);
    expect(claims).toEqual([...samples, ...questions].map((text) => expect.stringContaining(`claims      ${text}`)));
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    [
      'unknown keys, and servers that are down',
      {
        STRIPE_SECRET_KEY: 'sk_test_wrong123',
        TWILIO_AUTH_TOKEN: 'wrongwrongwrongwrong',
        SMTP_URL: 'smtp://127.0.0.1:1',
        DATABASE_URL: nowhere,
      },
      [
        /^WRONG {3}stripe .*STRIPE_SECRET_KEY; copy/,
        /^WRONG {3}twilio .*; copy TWILIO_/,
        /^WRONG {3}mail .*does not answer; check host and port of SMTP_URL/,
        /^WRONG {3}database .*whose port is closed; start it/,
      ],
    ],
    [
      'an unknown Verify service, and another site address',
      { TWILIO_VERIFY_SERVICE_SID: `VA${'f'.repeat(32)}`, SITE_URL: 'http://elsewhere.example' },
      [/^WRONG {3}wallets .*elsewhere\.example is not registered.*; add it/, /^WRONG {3}verify .*; copy the SID/],
    ],
    [
      'a mix of test and live keys',
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' },
      [/^WRONG {3}settings .*a test key, the other a live key/],
    ],
  ])('reports %s, one line each, and prints no secret', async (_faults, changed, lines) => {
    const { wrong, said, complained, code } = await doctorCommand(stack, changed);
    expect(wrong).toEqual(lines.map((line) => expect.stringMatching(line)));
    expect({ complained, code }).toEqual({ complained: '', code: 1 });
    for (const secret of ['sk_test', 'wrongwrong', 'hush-hush', 'whsec_']) expect(said).not.toContain(secret);
  });

  it.each([
    ['the connection', /^HELLO/],
    ['the sender', /^MAIL FROM/],
  ])('reports a mail server that refuses %s', async (_what, refused) => {
    const server = await mailServer(refused);
    const { wrong, code } = await doctorCommand(stack, { SMTP_URL: `smtp://127.0.0.1:${portOf(server)}` });
    expect({ wrong, code }).toEqual({
      wrong: [expect.stringMatching(/^WRONG {3}mail .* answers 55[04]\b.*; /)],
      code: 1,
    });
    await new Promise((closed) => server.close(closed));
  });

  it('reports a database that this version has not migrated', async () => {
    const empty = await freshDatabase(stack.databaseUrl);
    const { wrong, code } = await doctorCommand(stack, { DATABASE_URL: empty.url });
    expect({ wrong, code }).toEqual({
      wrong: [expect.stringMatching(/^WRONG {3}database .*; start this version/)],
      code: 1,
    });
    await empty.drop();
  });
});

describe('npm run doctor, after a change in the Stripe account', () => {
  it('reports a changed price of which Stripe’s report was lost, until the server is restarted', async () => {
    const [standing] = (await stripe(stack, 'prices?lookup_keys[]=tier_20_49')).data;
    await stack.sandbox.webhooks.set('drop');
    const changed = { lookup_key: 'tier_20_49', transfer_lookup_key: 'true', currency: 'usd', unit_amount: '4999' };
    await stripe(stack, 'prices', { ...changed, 'recurring[interval]': 'month', product: standing.product });
    const { wrong, code } = await doctorCommand(stack);
    const line =
      /^WRONG {3}prices {6}tier_20_49 is sold at 4999 usd every 1 month instead of 3999 usd a month; restart/;
    expect({ wrong, code }).toEqual({ wrong: [expect.stringMatching(line)], code: 1 });
    await stack.apis[0]!.restart();
    expect((await doctorCommand(stack)).wrong).toEqual([]);
    const [sold] = (await stripe(stack, 'prices?lookup_keys[]=tier_20_49')).data;
    await stripe(stack, `products/${sold.product}`, { active: 'false' });
    expect((await doctorCommand(stack)).wrong).toEqual([
      expect.stringMatching(/^WRONG {3}prices {6}the product of tier_20_49 is archived; restart/),
    ]);
    await stack.apis[0]!.restart();
    expect((await doctorCommand(stack)).wrong).toEqual([]);
    await stack.sandbox.webhooks.set('normal');
  });

  it('reports a portal that ends the trial with a plan change, or does not allow card changes', async () => {
    const allow = async (features: Record<string, string>) => {
      const [{ id }] = (await stripe(stack, 'billing_portal/configurations')).data;
      const fields = Object.entries(features).map(([name, value]) => [`features${name}`, value]);
      await stripe(stack, `billing_portal/configurations/${id}`, Object.fromEntries(fields));
      return (await doctorCommand(stack)).wrong;
    };
    const plans = '[subscription_update][enabled]';
    const card = '[payment_method_update][enabled]';
    const trial = '[subscription_update][trial_update_behavior]';
    expect(await allow({ [plans]: 'true', [trial]: 'end_trial' })).toEqual([
      expect.stringMatching(/^WRONG {3}portal .*would end the free trial; let it continue/),
    ]);
    expect(await allow({ [trial]: 'continue_trial', [card]: 'false' })).toEqual([
      expect.stringMatching(/^WRONG {3}portal .*cannot change their card; allow it/),
    ]);
    expect(await allow({ [plans]: 'false', [card]: 'true' })).toEqual([]);
  });

  it('reports a host on which the form shows no wallets', async () => {
    const { hostname } = new URL(stack.url);
    const [{ id }] = (await stripe(stack, `payment_method_domains?domain_name=${hostname}`)).data;
    const enable = (enabled: boolean) => stripe(stack, `payment_method_domains/${id}`, { enabled: String(enabled) });
    await enable(false);
    expect((await doctorCommand(stack)).wrong).toEqual([
      expect.stringMatching(/^WRONG {3}wallets .* is disabled: no Apple Pay, Google Pay, Link; enable it/),
    ]);
    await enable(true);
    expect((await doctorCommand(stack)).wrong).toEqual([]);
    await stripe(stack, 'payment_method_domains', { domain_name: 'church.invalid' });
    const { wrong } = await doctorCommand(stack, { SITE_URL: 'http://church.invalid' });
    expect(wrong).toContainEqual(
      expect.stringMatching(/^WRONG {3}wallets .*Apple Pay not active on church\.invalid; verify the domain/),
    );
  });

  it('reports a webhook endpoint that is missing, has another version, or lacks events', async () => {
    const endpoints = () => stripe(stack, 'webhook_endpoints');
    const remove = async () => {
      for (const { id } of (await endpoints()).data)
        await fetch(`${stack.sandboxUrl}/v1/webhook_endpoints/${id}`, {
          method: 'DELETE',
          headers: { authorization: 'Bearer sk_test_sandbox' },
        });
    };
    const make = async (given: Record<string, string>) => {
      await remove();
      await stripe(stack, 'webhook_endpoints', { url: `${stack.url}/api/stripe/webhook`, ...given });
    };
    const [{ api_version: version }] = (await endpoints()).data;
    const wrong = async () => (await doctorCommand(stack)).wrong;
    await remove();
    expect(await wrong()).toEqual([expect.stringMatching(/^WRONG {3}webhook .*no endpoint for .*; add it/)]);
    await make({ 'enabled_events[]': '*', api_version: '2024-06-20' });
    expect(await wrong()).toEqual([expect.stringMatching(/^WRONG {3}webhook .*2024-06-20 instead of /)]);
    await make({ 'enabled_events[]': 'invoice.paid', api_version: version });
    expect(await wrong()).toEqual([
      expect.stringMatching(/^WRONG {3}webhook .*does not get .*customer\.updated.*; select/),
    ]);
    await make({ 'enabled_events[]': '*', api_version: version });
    expect(await wrong()).toEqual([]);
  });
});
