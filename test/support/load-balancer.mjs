/** The load balancer of a test stack: one address in front of several API processes. */
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_TIMEOUT_MS = 2_000;

/** Sends each request to the next live server. @param {() => string[]} liveUrls */
export async function startRoundRobin(liveUrls) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    const urls = liveUrls();
    const target = urls[(turn += 1) % urls.length];
    if (!target) return refuse(outgoing, 503);
    const upstream = request(target, {
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

  // A busy test may leave a connection idle for minutes; its next request must not meet a closed socket.
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

/**
 * Polls /readyz of each server, so that the balancer knows only what readiness says. A server that answers slowly does not delay
 * what is known of the others.
 * @param {() => string[]} urls @param {number} every milliseconds
 */
export function startProbes(urls, every) {
  /** @type {Set<string>} */
  const ready = new Set();
  /** @type {Map<string, Promise<void>>} */
  const probes = new Map();
  let stopped = false;

  const isReady = async (/** @type {string} */ url) => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const probe = async (/** @type {string} */ url) => {
    if (await isReady(url)) ready.add(url);
    else ready.delete(url);
    probes.delete(url);
  };
  const watching = (async () => {
    for (; !stopped; await sleep(every)) for (const url of urls()) if (!probes.has(url)) probes.set(url, probe(url));
  })();

  return {
    ready: () => urls().filter((url) => ready.has(url)),
    stop: async () => {
      stopped = true;
      await watching;
      await Promise.all(probes.values());
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
