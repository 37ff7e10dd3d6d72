import { request } from 'node:http';

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
  (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawPage> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const asking = request({ hostname, port, path, method, headers }, async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        const [status, told] = [answer.statusCode!, answer.headers as RawPage['headers']];
        resolve({ status, headers: told, body, text: body.toString() });
      });
      asking.on('error', reject).end();
    });
