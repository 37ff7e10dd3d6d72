/** Many clients at once over kept connections, whose every answer is counted, the missing ones too. */
import { Agent, request } from 'node:http';

const PATIENCE_MS = 30_000;
const DIFFERENT = 20;

/**
 * @typedef {{ method?: string, path: string, body?: unknown, headers?: Record<string, string> }} Asked
 * @typedef {{ status: number, text: string, ms: number }} Told status 0: there was no answer, and `text` says why
 */

/** @param {number} connections to each server */
export function clients(connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** @type {Map<number, number>} */
  const answers = new Map();
  /** @type {{ path: string, told: Told }[]} */
  const strange = [];
  /** @type {Set<string>} */
  const refusals = new Set();
  let slowest = 0;

  /**
   * @param {string} url @param {Asked} asked @param {number[]} expected what is no failure
   * @returns {Promise<Told>}
   */
  async function ask(url, asked, expected) {
    const told = await exchange(agent, url, asked);
    answers.set(told.status, (answers.get(told.status) ?? 0) + 1);
    slowest = Math.max(slowest, told.ms);
    if (told.status >= 400 && refusals.size < DIFFERENT) refusals.add(told.text);
    if (!expected.includes(told.status)) strange.push({ path: asked.path, told });
    return told;
  }

  return {
    ask,
    /** What was answered that nobody expected. */
    strange,
    /** The different bodies of refusals. */
    refusals: () => [...refusals].map((text) => JSON.parse(text)),
    count: () => [...answers.values()].reduce((sum, each) => sum + each, 0),
    figures: () => ({ answers: Object.fromEntries(answers), failed: strange.length, slowestMs: Math.round(slowest) }),
    close: () => agent.destroy(),
  };
}

/**
 * People who each do one thing after the other until they are sent home, which also tells of what they threw.
 * @param {number} people @param {(person: number, turn: number) => Promise<unknown>} act
 */
export function crowd(people, act) {
  let going = true;
  const all = Promise.allSettled(
    Array.from({ length: people }, async (_, person) => {
      for (let turn = 0; going; turn += 1) await act(person, turn);
    }),
  );
  return {
    goHome: async () => {
      going = false;
      for (const each of await all) if (each.status === 'rejected') throw each.reason;
    },
  };
}

/** @param {Agent} agent @param {string} url @param {Asked} asked @returns {Promise<Told>} */
function exchange(agent, url, { method = 'GET', path, body, headers = {} }) {
  const begun = performance.now();
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const typed = bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Promise((done) => {
    const tell = (status, text) => done({ status, text, ms: performance.now() - begun });
    const sent = request(`${url}${path}`, { agent, method, headers: { ...typed, ...headers } }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => tell(answer.statusCode ?? 0, Buffer.concat(chunks).toString()));
      answer.on('error', (error) => tell(0, error.message));
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
    sent.on('error', (error) => tell(0, error.message));
    sent.end(bytes);
  });
}
