/** Variables as compose reads them: `${NAME}`, with a default or a message, nested, and files of NAME=value. */
import { parseEnv } from 'node:util';

type Variables = Record<string, string | undefined>;

/** A copy with the variables of every text replaced. Throws what is written after `:?` of a variable that is not set. */
export function interpolated(value: any, variables: Variables): any {
  if (typeof value === 'string') return replaced(value, variables);
  if (Array.isArray(value)) return value.map((each) => interpolated(each, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, interpolated(each, variables)]));
}

/** The names of all variables of a text, nested ones included. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!)),
];

/** The values of a file of NAME=value lines. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? '']));

function replaced(text: string, variables: Variables): string {
  const start = text.indexOf('${');
  if (start < 0) return text;
  const end = closing(text, start + 2);
  const inner = text.slice(start + 2, end);
  return text.slice(0, start) + valueOf(inner, variables) + replaced(text.slice(end + 1), variables);
}

/** The place of the brace that closes the one before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  throw new Error(`A brace is not closed in ${text}.`);
}

function valueOf(inner: string, variables: Variables): string {
  const [, name = '', orEmpty, operator, rest = ''] = /^(\w+)(?:(:)?([-?])(.*))?$/s.exec(inner) ?? [];
  if (!name) throw new Error(`"\${${inner}}" is no variable that this test knows.`);
  const value = variables[name];
  const isSet = orEmpty ? Boolean(value) : value !== undefined;
  if (isSet || !operator) return value ?? '';
  if (operator === '?') throw new Error(`${name}: ${rest}`);
  return replaced(rest, variables);
}
