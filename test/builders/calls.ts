/** One answer of the API, read whole. `body` is undefined when it is not JSON. */
export interface Answer {
  status: number;
  body: any;
  text: string;
  headers: Headers;
}

type HeadersGiven = Record<string, string>;

/** The calls of the API as a plain client makes them: no cookie jar, no Origin, only the headers that are `always` sent. */
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

  /** POST /api/{call} with a body as it stands. */
  raw: (call: string, body: BodyInit | undefined, headers: HeadersGiven = {}): Promise<Answer> =>
    fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { ...always, ...headers },
      ...(body !== undefined && { body }),
    }).then(read),
});

export type Calls = ReturnType<typeof callsTo>;

/** The same at a browser that keeps its cookies: those of `always` at first, then what the answers set. */
export function keepingCookies(stack: { url: string }, always: HeadersGiven & { cookie: string }): Calls {
  const jar = new Map(always.cookie.split('; ').map((each) => each.split('=', 2) as [string, string]));
  const calls = () =>
    callsTo(stack, { ...always, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  const kept = (answer: Answer) => {
    for (const set of answer.headers.getSetCookie()) jar.set(...(set.split(';')[0]!.split('=', 2) as [string, string]));
    return answer;
  };
  return {
    get: (...given) =>
      calls()
        .get(...given)
        .then(kept),
    post: (...given) =>
      calls()
        .post(...given)
        .then(kept),
    raw: (...given) =>
      calls()
        .raw(...given)
        .then(kept),
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  };
}
