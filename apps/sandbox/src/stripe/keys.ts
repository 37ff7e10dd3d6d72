/** Only test keys open the sandbox, none that calls itself wrong; a publishable key may do no more than a browser may. */
import { StripeError } from './errors.ts';

export type KeyKind = 'secret' | 'publishable';

export function keyKindOf(authorization: string | undefined): KeyKind {
  const key = keyFrom(authorization);
  if (!key) throw unauthorized('You did not provide an API key.');
  if (/^[srp]k_live_/.test(key)) throw unauthorized('The sandbox refuses live keys.');
  if (/^[sr]k_test_(?!wrong)\w+$/.test(key)) return 'secret';
  if (/^pk_test_(?!wrong)\w+$/.test(key)) return 'publishable';
  throw unauthorized(
    `Invalid API Key provided: ${key.slice(0, 7)}${'*'.repeat(Math.max(0, Math.min(key.length, 20) - 7))}`,
  );
}

function keyFrom(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : undefined;
}

const unauthorized = (message: string) => new StripeError(401, message);
