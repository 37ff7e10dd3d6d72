/**
 * Loaded into a server by `node --import`: whoever waits 8 to 10 s for an answer of a provider waits half a second, so
 * that calls that hang can be tried by the hundred. The server's own visitors, who may take 150 s, keep their time.
 */
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';

const LONG_MILLISECONDS = 8_000;
const LONGEST_MILLISECONDS = 10_000;
const SHORT_MILLISECONDS = 500;

for (const { prototype } of [ClientRequest, Socket]) {
  // oxlint-disable-next-line unbound-method -- it is called with its own object
  const { setTimeout: original } = prototype;
  prototype.setTimeout = function setTimeout(milliseconds, ...rest) {
    const isLong = milliseconds >= LONG_MILLISECONDS && milliseconds <= LONGEST_MILLISECONDS;
    return original.call(this, isLong ? SHORT_MILLISECONDS : milliseconds, ...rest);
  };
}

// The HTTP client of Twilio's library watches the time itself.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = Object.assign(
  (work, milliseconds, ...rest) =>
    later(work, milliseconds === LONG_MILLISECONDS ? SHORT_MILLISECONDS : milliseconds, ...rest),
  later,
);
