/** The load balancer of a test stack: one address in front of several API processes, each request to the next one alive. */
import { Agent, createServer, request } from 'node:http';

/** @param {() => string[]} liveUrls */
export async function startRoundRobin(liveUrls) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    const urls = liveUrls();
    if (urls.length === 0) return refuse(outgoing, 503);
    const upstream = request(urls[(turn += 1) % urls.length], {
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: { 'x-forwarded-for': incoming.socket.remoteAddress, ...withoutHopByHop(incoming.headers) },
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.headers));
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, 502)));
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });

  // A busy test may leave a connection idle for long; closed under its hands, its next request would fail.
  server.keepAliveTimeout = 0;
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
const withoutHopByHop = ({ connection: _, 'keep-alive': __, ...headers }) => headers;

/** @param {import('node:http').ServerResponse} outgoing @param {number} status */
function refuse(outgoing, status) {
  outgoing
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: 'No server answered' }));
}
