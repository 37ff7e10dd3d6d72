import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createStripe } from '../../apps/api/src/billing/adapters/stripe-client.ts';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { TwilioPhoneVerifier } from '../../apps/api/src/verification/adapters/twilio-phone-verifier.ts';

it('no call of ours follows a redirect', async () => {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.writeHead(302, { location: '/canary', 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = Object.assign(new Settings(), {
    STRIPE_API_BASE: base,
    STRIPE_SECRET_KEY: 'sk_test_spec',
    TWILIO_API_BASE: base,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'x'.repeat(32),
    TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
  });
  try {
    await createStripe(settings)
      .customers.retrieve('cus_1')
      .catch(() => undefined);
    await new TwilioPhoneVerifier(settings).send('5125550142').catch(() => undefined);
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.filter((url) => url.includes('canary'))).toEqual([]);
    const announcing = new URL('../../apps/api/src/billing/effects/announcements.ts', import.meta.url);
    expect(await readFile(announcing, 'utf8')).toContain("redirect: 'error'");
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
