// @ts-check
/** Free ports for processes that a test or a benchmark starts and restarts. */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

// Below the ephemeral ports (Linux from 32768, others from 49152), so that a port stays free while its process is down;
// above 10080, which browsers block.
const FIRST = 12_000;
const LAST = 32_767;
const BLOCK = 20;
const ATTEMPTS = 200;

/**
 * Consecutive ports that no other caller gets: this process listens on the port before them, so the claim ends with it.
 * @param {number} count at most 19
 * @returns {Promise<{ ports: number[], release: () => void }>}
 */
export async function claimPorts(count) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const guarded = FIRST + BLOCK * randomInt(Math.floor((LAST - FIRST) / BLOCK));
    const guard = await listen(guarded);
    if (!guard) continue;
    const release = () => void guard.close();
    const ports = Array.from({ length: count }, (_, index) => guarded + 1 + index);
    if (!(await Promise.all(ports.map(isTaken))).some(Boolean)) return { ports, release };
    release();
  }
  throw new Error(`No ${count} free ports side by side between ${FIRST} and ${LAST}.`);
}

/**
 * Connects rather than binds: 0.0.0.0, ::1 and 127.0.0.1 can be bound side by side.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isTaken = (port) =>
  new Promise((answer) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (/** @type {boolean} */ taken) =>
      (socket.destroy(), answer(taken));
    socket.on('connect', () => finish(true)).on('error', () => finish(false));
  });

/** @param {number} port @returns {Promise<import('node:net').Server | undefined>} undefined when the port is in use */
const listen = (port) =>
  new Promise((answer) => {
    const server = createServer().unref();
    server.on('error', () => answer(undefined)).listen(port, '127.0.0.1', () => answer(server));
  });
