/** A parameter that real Stripe takes but the sandbox does not act on is refused, never silently dropped. */
import { invalid } from './errors.ts';
import type { Params } from './form.ts';

export function onlyModelled(call: string, params: Params, names: string[]): void {
  const stray = Object.keys(params).find((name) => name !== 'expand' && name !== 'metadata' && !names.includes(name));
  if (stray) throw invalid(`The sandbox does not model ${stray} of ${call}.`, stray, 'not_modelled_by_sandbox');
}

/** Stripe's way to clear a field is the empty string. */
export const orNull = (value: unknown) => (value === '' || value === undefined ? null : value);
