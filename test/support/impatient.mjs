/**
 * Loaded into a server by `node --import`: shortens timeouts of 8 to 10 s, those of provider calls, to half a second, so
 * that hundreds of hanging calls can be tested. The server's timeout of 150 s for its visitors stays.
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
