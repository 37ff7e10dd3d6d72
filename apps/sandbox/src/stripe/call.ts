/** The calls of the Stripe API, their parameters and their errors. */
import type { Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';

/**
 * `params`, `response` and `list` (the type of a list's items) name schemas in `schemas/stripe.generated.json`;
 * `publishable` calls also accept a publishable key.
 */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  params: string;
  response?: string;
  list?: string;
  publishable?: boolean;
  run: (account: StripeAccount, input: CallInput) => Resource | Listing;
}

export interface CallInput {
  id: string;
  params: Params;
  publishable: boolean;
}

export interface Listing {
  object: 'list';
  data: Resource[];
  has_more: boolean;
  url: string;
}

export type Params = { [name: string]: any }; // eslint-disable-line @typescript-eslint/no-explicit-any -- shaped by the schema

const MAX_DEPTH = 20;

/** Decodes Stripe's bracketed form encoding: items[0][price]=…, expand[]=…, metadata[key]=… */
export function decodeForm(encoded: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = pathOf(name);
    if (path.length > MAX_DEPTH) throw invalid(`${path[0]} is nested too deeply.`, path[0]);
    assign(root, path, value);
  }
  return withArrays(root) as Params;
}

function pathOf(name: string): string[] {
  const head = name.split('[', 1)[0] ?? '';
  return [head, ...[...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
}

function assign(root: Params, path: string[], value: string): void {
  let target = root;
  for (const [depth, raw] of path.entries()) {
    if (raw === '__proto__') return;
    const key = raw === '' ? String(Object.keys(target).length) : raw;
    if (depth === path.length - 1) target[key] = value;
    else target = target[key] = typeof target[key] === 'object' ? target[key] : {};
  }
}

function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withArrays(item)] as const);
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isArray
    ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
    : Object.fromEntries(entries);
}

/** Rejects parameters that Stripe accepts but the sandbox does not implement. */
export function onlyModelled(call: string, params: Params, names: string[]): void {
  const unknown = Object.keys(params).find((name) => name !== 'expand' && name !== 'metadata' && !names.includes(name));
  if (unknown) throw invalid(`The sandbox does not model ${unknown} of ${call}.`, unknown, 'not_modelled_by_sandbox');
}

/** An empty string clears a field. */
export const orNull = (value: unknown) => (value === '' || value === undefined ? null : value);

type Metadata = Record<string, string>;

/** Merges key by key; an empty value removes its key, empty metadata removes all keys. */
export function mergedMetadata(current: Metadata | null | undefined, given: unknown): Metadata {
  if (given === undefined) return { ...current };
  if (given === '' || given === null) return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(given as Metadata)) {
    if (value === '') delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

export interface StripeErrorDetails {
  type?: string;
  code?: string;
  param?: string;
  decline_code?: string;
  setup_intent?: unknown;
  payment_method?: unknown;
  doc_url?: string;
}

export class StripeError extends Error {
  readonly status: number;
  readonly details: StripeErrorDetails;

  constructor(status: number, message: string, details: StripeErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(): { error: Record<string, unknown> } {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.details } };
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeError(400, message, { ...(param && { param }), ...(code && { code }) });

export const missing = (kind: string, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** 400 for an unknown id in the parameters; an unknown id in the path is a 404. */
export const unknownReference = (kind: string, id: string, param: string) =>
  new StripeError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
