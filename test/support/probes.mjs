/** A load balancer's knowledge of its replicas: nothing but the answers of /readyz, asked again and again. */
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 2_000;

/** @param {() => string[]} urls @param {number} every milliseconds */
export function startProbes(urls, every) {
  /** @type {string[]} */
  let ready = [];
  let stopped = false;

  const isReady = async (url) => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const round = async () => {
    const asked = urls();
    const answers = await Promise.all(asked.map(isReady));
    ready = asked.filter((_, index) => answers[index]);
  };
  const watching = (async () => {
    for (; !stopped; await sleep(every)) await round();
  })();

  return {
    ready: () => ready,
    stop: async () => {
      stopped = true;
      await watching;
    },
  };
}
