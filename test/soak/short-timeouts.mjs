/**
 * Preloaded into a server (`node --import`): shortens the provider timeouts of 8 to 10 s to half a second, so that hundreds
 * of hanging calls can be tested. The server's own request timeout of 150 s stays.
 */
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';

const LONG_MS = 8_000;
const LONGEST_MS = 10_000;
const SHORT_MS = 500;

for (const { prototype } of /** @type {{ prototype: { setTimeout: Function } }[]} */ ([ClientRequest, Socket])) {
  const original = prototype.setTimeout;
  /** @this {object} @param {number} milliseconds @param {...unknown} rest */
  prototype.setTimeout = function setTimeout(milliseconds, ...rest) {
    const isLong = milliseconds >= LONG_MS && milliseconds <= LONGEST_MS;
    return original.call(this, isLong ? SHORT_MS : milliseconds, ...rest);
  };
}

// Twilio's HTTP client sets its own timer.
const { setTimeout: original } = globalThis;
/** @param {(...args: unknown[]) => void} work @param {number} [milliseconds] @param {...unknown} rest */
const shortened = (work, milliseconds, ...rest) =>
  original(work, milliseconds === LONG_MS ? SHORT_MS : milliseconds, ...rest);
globalThis.setTimeout = Object.assign(shortened, original);
