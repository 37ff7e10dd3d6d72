import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `attempt` until it returns something other than undefined, null or false, and returns that. After `within`, throws
 * the last error.
 * @template T
 * @param {() => T | Promise<T>} attempt
 * @param {{ within?: number, every?: number }} [options] milliseconds
 * @returns {Promise<NonNullable<Awaited<T>>>}
 */
export async function eventually(attempt, { within = 10_000, every = 50 } = {}) {
  const end = Date.now() + within;
  for (;;) {
    /** @type {unknown} */
    let failure = new Error(`It did not happen within ${within} ms: ${attempt}`);
    try {
      const answer = await attempt();
      if (answer !== undefined && answer !== null && answer !== false) return answer;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw failure;
    await sleep(every);
  }
}
