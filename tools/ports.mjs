/** Ports for the processes that a test or a bench starts, and starts again. */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

// Below what a system hands out by itself (Linux from 32768, others from 49152), so that a port stays free while its
// process is down; above 10080, which browsers refuse.
const FIRST = 12_000;
const LAST = 32_767;
const BLOCK = 20;
const ATTEMPTS = 200;

/**
 * As many ports, side by side, as nobody else gets who asks here: the port before them is held by this process, so a
 * claim also ends with it.
 * @param {number} count at most 19
 * @returns {Promise<{ ports: number[], release: () => void }>}
 */
export async function claimPorts(count) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const guarded = FIRST + BLOCK * randomInt(Math.floor((LAST - FIRST) / BLOCK));
    const guard = await listening(guarded);
    if (!guard) continue;
    const release = () => void guard.close();
    const ports = Array.from({ length: count }, (_, index) => guarded + 1 + index);
    if (!(await Promise.all(ports.map(isTaken))).some(Boolean)) return { ports, release };
    release();
  }
  throw new Error(`No ${count} free ports side by side between ${FIRST} and ${LAST}.`);
}

/** Answering is what counts: 0.0.0.0, ::1 and 127.0.0.1 can be bound side by side. */
export const isTaken = (port) =>
  new Promise((answer) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (taken) => (socket.destroy(), answer(taken));
    socket.on('connect', () => finish(true)).on('error', () => finish(false));
  });

const listening = (port) =>
  new Promise((answer) => {
    const server = createServer().unref();
    server.on('error', () => answer(undefined)).listen(port, '127.0.0.1', () => answer(server));
  });
