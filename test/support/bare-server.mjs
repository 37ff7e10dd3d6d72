/** The least a server can do: the same bytes from memory for every request. Told what by its parent, it says its port. */
import { createServer } from 'node:http';

process.once('message', ({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, answer) => answer.writeHead(200, headers).end(bytes));
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
