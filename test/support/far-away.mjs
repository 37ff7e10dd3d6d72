/** Stands before a server and makes it as slow to answer as one at the other end of a continent. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @param {number} oneWayMs @param {() => number} portOf asked with each connection */
export async function startFarAway(oneWayMs, portOf) {
  const server = createServer((client) => {
    const target = connect({ host: '127.0.0.1', port: portOf() });
    const end = () => (client.destroy(), target.destroy());
    for (const [from, to] of [
      [client, target],
      [target, client],
    ]) {
      from.setNoDelay(true).on('error', end);
      from.on('data', (data) => setTimeout(() => to.write(data), oneWayMs));
      from.on('end', () => setTimeout(() => to.end(), oneWayMs));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => new Promise((done) => server.close(done));
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port, stop };
}
