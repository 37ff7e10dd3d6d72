/** The fastest possible server: answers every request with the same bytes from memory. Its parent sends them, and gets the port. */
import { createServer } from 'node:http';

/** @typedef {{ headers: import('node:http').OutgoingHttpHeaders, body: string }} Answer `body` in base64 */

process.once('message', (/** @type {Answer} */ { headers, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, answer) => answer.writeHead(200, headers).end(bytes));
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
