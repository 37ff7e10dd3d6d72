/** Decodes Stripe's bracketed form encoding: items[0][price]=…, expand[]=…, metadata[key]=… */
export type Params = { [name: string]: any }; // eslint-disable-line @typescript-eslint/no-explicit-any -- shaped by the schema

export function decodeForm(encoded: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(encoded)) assign(root, pathOf(name), value);
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
