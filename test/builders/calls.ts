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
