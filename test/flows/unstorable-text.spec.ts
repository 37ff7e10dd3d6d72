/** PostgreSQL stores neither NUL nor half of a surrogate pair: each text of each call of staff that has one is a 400. */
import { describe, expect, it } from 'vitest';
import { signedIn, unlocksDatabase } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

interface Schema {
  type?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
}
interface Call {
  parameters?: { name: string; in: string; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Valid texts of the fields that have a form of their own. */
const VALID: Record<string, string> = {
  name: 'Mary Cole',
  email: 'mary@church.example',
  phone: '5125550142',
  password: 'a lamp on its stand',
  newPassword: 'a lamp on its stand',
  code: '123456',
  totp: '123456',
  until: '2030-01-31',
  payment: 'in_1',
  amount: '5.00',
  ids: '00000000-0000-0000-0000-000000000000',
};

/** A valid value; texts are as in `VALID`. */
function valid(schema: Schema, name = ''): unknown {
  const { type, properties, items, anyOf } = schema;
  if (anyOf) return valid(anyOf[0]!, name);
  if (items) return [valid(items, name)];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, valid(each, field)]));
  if (type === 'object') return {};
  if (type === 'number' || type === 'integer') return 1;
  return type === 'boolean' ? false : (schema.enum?.[0] ?? VALID[name] ?? 'a');
}

type Place = [name: string, put: (text: string) => unknown];

/** Each place of a text in a value, with the value that has another text there. */
function placesOf(schema: Schema): Place[] {
  const { type, properties, additionalProperties, items, anyOf } = schema;
  const below = (field: string, each: Schema, put: (value: unknown) => unknown): Place[] =>
    placesOf(each).map(([place, within]) => [`${field}.${place}`, (text) => put(within(text))]);
  if (anyOf) return anyOf.flatMap(placesOf);
  if (items) return placesOf(items).map(([place, within]) => [`0.${place}`, (text) => [within(text)]]);
  if (properties) {
    const whole = valid(schema) as object;
    return Object.entries(properties).flatMap(([field, each]) =>
      below(field, each, (value) => ({ ...whole, [field]: value })),
    );
  }
  if (additionalProperties)
    return [
      ['x.', (text) => ({ x: text })],
      ['', (text) => ({ [text]: 'x' })],
    ];
  return type === 'string' ? [['', (text) => text]] : [];
}

const nameOf = (place: string) => place.replaceAll(/\.+$/g, '');

describe('a text that PostgreSQL cannot store', () => {
  const UNSTORABLE = ['a\0b', 'a\uD800b'];

  it('is refused by name in each text of each body that staff send', async () => {
    const staff = await signedIn(stack, 'administrator');
    const answers: string[] = [];
    let tried = 0;
    for (const [path, { post }] of await callsOfStaff()) {
      const schema = post?.requestBody?.content['application/json']?.schema;
      for (const [place, put] of schema ? placesOf(schema) : [])
        for (const text of UNSTORABLE) {
          const { status, body } = await staff.post(pathOf(path, post!).slice(5), put(text));
          tried += 1;
          const named = Object.keys(body.fields ?? {});
          const isNamed = named.length === 1 && named[0]!.startsWith(nameOf(place));
          if (status !== 400 || !isNamed) answers.push(`${path} ${place}: ${status} ${named.join()}`);
        }
    }
    expect(answers).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  }, 60_000);

  it('is refused by name in each parameter of an address that staff open', async () => {
    const staff = await unlocksDatabase(stack, await signedIn(stack, 'administrator'));
    const answers: string[] = [];
    let tried = 0;
    for (const [path, methods] of await callsOfStaff())
      for (const [method, call] of Object.entries(methods)) {
        for (const parameter of (call.parameters ?? []).filter(({ schema }) => schema.type === 'string')) {
          const address = pathOf(path, call, { [parameter.name]: 'a%00b' });
          const { status, body } =
            method === 'get' ? await staff.get(address) : await staff.post(address.slice(5), bodyOf(call));
          tried += 1;
          const named = Object.keys(body.fields ?? {}).join();
          if (status !== 400 || named !== parameter.name) answers.push(`${method} ${address}: ${status} ${named}`);
        }
      }
    expect(answers).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  }, 60_000);

  async function callsOfStaff() {
    const { get } = await signedIn(stack, 'administrator');
    const { body } = await get('/api/admin/docs-json');
    const paths = Object.entries(body.paths as Record<string, Record<string, Call>>);
    return paths.filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path));
  }
});

const bodyOf = ({ requestBody }: Call) => {
  const schema = requestBody?.content['application/json']?.schema;
  return schema ? valid(schema) : {};
};

/** The address of a call with valid parameters but these: those of the path, required ones and given ones. */
function pathOf(path: string, { parameters = [] }: Call, given: Record<string, string> = {}): string {
  const valueOf = ({ name, schema }: (typeof parameters)[number]) => given[name] ?? String(valid(schema, name));
  const query = parameters.filter((each) => each.in === 'query' && (each.required || given[each.name] !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    valueOf(parameters.find((each) => each.name === name && each.in === 'path')!),
  );
  return [filled, query.map((each) => `${each.name}=${valueOf(each)}`).join('&')].filter(Boolean).join('?');
}
