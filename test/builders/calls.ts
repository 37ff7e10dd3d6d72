/** HTTP clients of the API and the site. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { load } from 'cheerio';

/** A complete answer of the API. `body` is undefined unless it is JSON. */
export interface Answer {
  status: number;
  body: any;
  text: string;
  headers: Headers;
}

const EVENT_STREAM = 'text/event-stream';

type HeadersGiven = Record<string, string>;

/** A plain client: no cookie jar, no Origin; sends the headers of `always` with each call. */
export const callsTo = ({ url }: { url: string }, always: HeadersGiven = {}) => ({
  get: (path: string, headers: HeadersGiven = {}): Promise<Answer> =>
    fetch(`${url}${path}`, { headers: { ...always, ...headers }, redirect: 'manual' }).then(read),

  /** POST /api/{call} */
  post: (call: string, body: unknown, headers: HeadersGiven = {}): Promise<Answer> =>
    fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...always, ...headers },
      body: JSON.stringify(body),
    }).then(read),

  /** POST /api/{call} with an unencoded body. */
  raw: (call: string, body: BodyInit | undefined, headers: HeadersGiven = {}): Promise<Answer> =>
    fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { ...always, ...headers },
      ...(body !== undefined && { body }),
    }).then(read),
});

export type Calls = ReturnType<typeof callsTo>;

/** The first cookie of an answer, as a browser sends it back. */
export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** The same with a cookie jar, which starts with the cookies of `always`. */
export function keepingCookies(stack: { url: string }, always: HeadersGiven & { cookie: string }): Calls {
  const jar = new Map(always.cookie.split('; ').map((each) => each.split('=', 2) as [string, string]));
  const calls = () =>
    callsTo(stack, { ...always, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  const store = (answer: Answer) => {
    for (const set of answer.headers.getSetCookie()) jar.set(...(set.split(';')[0]!.split('=', 2) as [string, string]));
    return answer;
  };
  return {
    get: async (...given) => store(await calls().get(...given)),
    post: async (...given) => store(await calls().post(...given)),
    raw: async (...given) => store(await calls().raw(...given)),
  };
}

/** Median durations in ms of calls that are made in turn, so that the load of the machine affects all of them alike. */
export async function medianTimes<Name extends string>(
  rounds: number,
  calls: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(calls) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 ? names : names.toReversed()) {
      const start = performance.now();
      await calls[name]();
      times.get(name)!.push(performance.now() - start);
    }
  const median = (of: number[]) => of.sort((one, other) => one - other)[of.length >> 1]!;
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<Name, number>;
}

/** Of an event stream, which does not end, no text. */
async function read(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type');
  if (type === EVENT_STREAM) await response.body?.cancel();
  const text = type === EVENT_STREAM ? '' : await response.text();
  const isJson = type?.includes('json');
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  };
}

/** A response as the server sent it, still compressed. */
export interface RawPage {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
  text: string;
}

/** Requests pages with paths and headers exactly as given; `fetch` would normalize and decompress. */
export const rawPagesOf =
  ({ url }: { url: string }) =>
  async (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<RawPage> => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    return {
      status: answer.statusCode!,
      headers: answer.headers as RawPage['headers'],
      body: bytes,
      text: bytes.toString(),
    };
  };

/** Posts a form of a page as a browser without scripts does. */
export const formsOf =
  (site: { url: string }) =>
  (path: string, fields: Record<string, string> = {}, headers: HeadersGiven = {}) =>
    postedPage(site, path, new URLSearchParams(fields), headers);

/** The page that answers a POST with this body. */
export async function postedPage({ url }: { url: string }, path: string, body: BodyInit | null, headers: HeadersGiven) {
  const response = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
  const text = await response.text();
  const page = load(text);
  return { status: response.status, headers: response.headers, text, page, heading: page('h1').text() };
}
