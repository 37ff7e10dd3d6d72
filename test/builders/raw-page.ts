import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** What came over the line: still encoded, as the server sent it. */
export interface RawPage {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
  text: string;
}

/** Asks for pages by paths and headers that go out as they stand; `fetch` would tidy them up, and decode. */
export const rawPagesOf =
  ({ url }: { url: string }) =>
  async (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<RawPage> => {
    const { hostname, port } = new URL(url);
    const asking = request({ hostname, port, path, method, headers }).end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    const told = answer.headers as RawPage['headers'];
    return { status: answer.statusCode!, headers: told, body: bytes, text: bytes.toString() };
  };
