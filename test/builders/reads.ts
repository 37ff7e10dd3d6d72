/** Every read of the back office that the OpenAPI description names. */
import { QUEUE_KINDS } from '@lampstand/contracts/back-office';
import type { Stack } from '../support/index.ts';
import type { Answer, Calls } from './calls.ts';
import { type Canaries, mailKeysOf } from './canaries.ts';

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[] };
}

export type Called = [call: string, answer: Answer];
type Subject = string | number;

/** What `{kind}` of a path may be. */
const KINDS = [...QUEUE_KINDS, 'signup', 'reader'];

/** Query parameters that a call requires. */
const REQUIRED: Record<string, string> = { queue: 'queue=sendWelcomeMail', by: 'by=plan' };

/** The calls of the back office, such as `GET /api/admin/trials/{id}`, with their parameters. */
export async function describedCalls({ get }: Pick<Calls, 'get'>): Promise<[call: string, parameters: Parameter[]][]> {
  const { body } = await get('/api/admin/docs-json');
  return Object.entries(body.paths as Record<string, Record<string, { parameters?: Parameter[] }>>)
    .filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]): [string, Parameter[]] => [
        `${method.toUpperCase()} ${path}`,
        parameters,
      ]),
    );
}

/** The records that a path with a parameter is about. */
export async function subjectsAmong(stack: Stack, made: Canaries): Promise<(path: string) => Subject[]> {
  const subjects: Record<string, Subject[]> = {
    '/api/admin/trials/': made.signups,
    '/api/admin/ambassadors/': made.applications,
    '/api/admin/trial-requests/': [made.request],
    '/api/admin/mails/': await mailKeysOf(stack, made),
    '/api/admin/queue/': [...made.signups, ...made.applications, made.request],
    '/api/admin/privacy/': [made.request],
  };
  return (path) => {
    const found = Object.entries(subjects).find(([start]) => path.startsWith(start))?.[1];
    if (!found) throw new Error(`Add the records of ${path} to the subjects`);
    return found;
  };
}

/** The addresses of every GET call: for each record, and with each value of each query parameter. */
export async function everyAddress(stack: Stack, made: Canaries, staff: Pick<Calls, 'get'>): Promise<string[]> {
  const subjectsOf = await subjectsAmong(stack, made);
  /** Values of query parameters without a closed list in the description. */
  const values: Record<string, string[]> = {
    q: await searchesFor(stack, made),
    include: ['superseded', 'erased'],
    columns: ['Email,Phone'],
  };
  const calls = await describedCalls(staff);
  return calls
    .filter(([call]) => call.startsWith('GET '))
    .flatMap(([call, parameters]) => addressesOf(call.slice(4), parameters, values, subjectsOf));
}

/** The answers at all of them. */
export async function everyRead(stack: Stack, made: Canaries, staff: Pick<Calls, 'get'>): Promise<Called[]> {
  const answers: Called[] = [];
  for (const address of await everyAddress(stack, made, staff)) answers.push([address, await staff.get(address)]);
  return answers;
}

/** What finds the records in a list or the search: the name, and an email and a phone of each kind as a whole. */
async function searchesFor(stack: Stack, made: Canaries): Promise<string[]> {
  const contacts = await stack.query(
    `(SELECT email, phone FROM trial_signups WHERE last_name = $1 ORDER BY id LIMIT 1)
      UNION ALL (SELECT email, phone FROM ambassador_applications WHERE last_name = $1 ORDER BY id LIMIT 1)
      UNION ALL SELECT email, phone FROM trial_requests WHERE last_name = $1`,
    [made.name],
  );
  return [made.name, ...contacts.flatMap(({ email, phone }) => [email, phone, phone.slice(-4)])];
}

function addressesOf(
  path: string,
  parameters: Parameter[],
  values: Record<string, string[]>,
  subjectsOf: (path: string) => Subject[],
): string[] {
  const named = parameters.filter((each) => each.in === 'query');
  const required = named.flatMap(({ name }) => REQUIRED[name] ?? []);
  const tried = named
    .filter(({ name }) => !REQUIRED[name])
    .flatMap(({ name, schema }) =>
      (values[name] ?? schema?.enum ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
    );
  const queries = ['', ...tried].map((query) => [...required, query].filter(Boolean).join('&'));
  const templates = path.includes('{kind}') ? KINDS.map((kind) => path.replace('{kind}', kind)) : [path];
  const paths = templates.flatMap((template) =>
    (template.includes('{') ? subjectsOf(path) : ['']).map((subject) =>
      template.replace(/\{\w+\}/, encodeURIComponent(subject)),
    ),
  );
  return paths.flatMap((each) => queries.map((query) => `${each}?${query}`));
}
