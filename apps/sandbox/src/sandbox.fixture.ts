/** A sandbox on free ports with the real stripe and twilio libraries pointed at it, for the contract tests. */
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import twilio from 'twilio';
import { startSandbox } from './sandbox.ts';

export const temporaryDirectory = () => mkdtempSync(join(tmpdir(), 'sandbox-spec-'));

export async function aSandbox(overrides: Parameters<typeof startSandbox>[0] = {}) {
  const listener = await startListener();
  const dataDir = overrides.dataDir ?? temporaryDirectory();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, webhookUrl: listener.url, ...overrides, dataDir });
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe('sk_test_sandbox', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const control = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(
      `${sandbox.url}/_sandbox/${path}`,
      body === undefined ? { method } : { method, headers, body: JSON.stringify(body) },
    );
    return (await response.json()) as Answer;
  };
  return {
    ...sandbox,
    stripe,
    dataDir,
    received: listener.received,
    get: <Answer>(path: string) => control<Answer>('GET', path),
    advance: (body: object) => control<{ now: string; offsetMs: number }>('POST', 'clock', body),
    fault: (rule: object) => control('PUT', 'faults', rule),
    heal: () => control('DELETE', 'faults'),
    control,
    stop: async () => {
      await sandbox.stop();
      listener.close();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof aSandbox>>;

/** Confirms a setup intent as the card form does, with a publishable key. */
export async function typeCard(url: string, clientSecret: string, number: string, more: Record<string, string> = {}) {
  const [id] = clientSecret.split('_secret_');
  const body = new URLSearchParams({
    client_secret: clientSecret,
    use_stripe_sdk: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    ...more,
  });
  const response = await fetch(`${url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer pk_test_sandbox' },
  });
  return { status: response.status, body: (await response.json()) as Record<string, any> }; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export async function aSavedCard({ stripe, url }: Sandbox, number = '4242424242424242') {
  const customer = await stripe.customers.create({ email: 'leader@example.org' });
  const intent = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
  const { body } = await typeCard(url, intent.client_secret!, number);
  return { customer: customer.id, card: body['payment_method'] as string };
}

export async function aPrice({ stripe }: Sandbox, amount = 1999) {
  const product = await stripe.products.create({ name: 'Starter' });
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
}

export async function aTrial(sandbox: Sandbox, { days = 30, number = '4242424242424242' } = {}) {
  const [{ customer, card }, price, { now }] = [
    await aSavedCard(sandbox, number),
    await aPrice(sandbox),
    await sandbox.get<{ now: string }>('clock'),
  ];
  return sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    default_payment_method: card,
    trial_end: Math.floor(Date.parse(now) / 1000) + days * 86_400,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
}

class SandboxClient extends twilio.RequestClient {
  readonly #base: string;

  constructor(base: string) {
    super({ timeout: 2000, autoRetry: false });
    this.#base = base;
  }

  override request<Answer>(options: Parameters<typeof twilio.RequestClient.prototype.request<Answer>>[0]) {
    const { hostname, pathname, search } = new URL(options.uri);
    return super.request<Answer>({ ...options, uri: `${this.#base}/${hostname}${pathname}${search}` });
  }
}

const verifyApi = (url: string, token: string) =>
  twilio(`AC${'0'.repeat(32)}`, token, { httpClient: new SandboxClient(url) }).verify.v2;

export const verifyOf = (url: string, token = 'a-good-token-of-the-sandbox') =>
  verifyApi(url, token).services(`VA${'1'.repeat(32)}`);

export const attemptsOf = (url: string, token = 'a-good-token-of-the-sandbox') =>
  verifyApi(url, token).verificationAttempts;

async function startListener() {
  const received: { headers: IncomingHttpHeaders; body: string; type: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body, type: (JSON.parse(body) as { type: string }).type });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    close: () => server.close(),
  };
}
