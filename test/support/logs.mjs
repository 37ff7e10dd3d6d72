/**
 * Warnings and errors of the servers under test. A flow or a journey fails on each that it has not announced: by
 * `stack.allowLogs(/…/)`, or by a fault of the sandbox, which announces what follows from it. An announced line need not come, as
 * that often depends on timing: a test that is about the line looks for it in `stack.logs()`.
 */
import { appendFileSync, createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Set by the global setups of flows and journeys. Soaks break servers on purpose, for hours. */
const IS_CHECKED = 'LAMPSTAND_CHECK_LOGS';
export const checkLogs = () => (process.env[IS_CHECKED] = '1');

/** In the folder of a stack: what its tests announced, and when a spec file began and ended. Workers share it. */
const ANNOUNCED = 'announced.jsonl';
const SPECS = 'specs.jsonl';

/**
 * What a failing provider causes: errors of the clients of Stripe, Twilio and the mail server, and the 503 of a call that needed
 * them. An error of our own code or of PostgreSQL is not among them.
 */
export const PROVIDER_FAILS =
  /"kind":"(PaymentFailed|RestException|AxiosError|Stripe\w+|SmtpError)"|"kind":"AppError","code":503|"command":"(CONN|EHLO|MAIL FROM|RCPT TO|DATA|API)"/;

/** Allows later lines that match a pattern. @param {string} home the folder of the stack @param {RegExp[]} patterns */
export function allowLogs(home, patterns) {
  const records = patterns.map(({ source, flags }) => JSON.stringify({ source, flags, from: Date.now() }));
  appendFileSync(path.join(home, ANNOUNCED), `${records.join('\n')}\n`);
}

/** @param {string} home @param {{ spec: string, from?: number, to?: number }} record */
export const noteSpec = (home, record) => appendFileSync(path.join(home, SPECS), `${JSON.stringify(record)}\n`);

/**
 * Returns a check that throws if the servers have logged an unannounced warning or error since its last call.
 * @param {string} home
 */
export function logCheck(home) {
  /** How many bytes of each file were read. @type {Map<string, number>} */
  const read = new Map();
  return async () => {
    if (!process.env[IS_CHECKED]) return;
    const announced = await records(home, ANNOUNCED);
    const isAnnounced = (/** @type {string} */ line) =>
      announced.some(({ source, flags, from }) => from <= timeOf(line) && new RegExp(source, flags).test(line));
    const specs = await records(home, SPECS);
    const problems = [];
    for (const name of (await readdir(home)).filter((each) => each.endsWith('.log'))) {
      const start = read.get(name) ?? 0;
      const added = await text(createReadStream(path.join(home, name), { start }));
      const whole = added.slice(0, added.lastIndexOf('\n') + 1);
      read.set(name, start + Buffer.byteLength(whole));
      for (const line of whole.split('\n').filter(isProblem))
        if (!isAnnounced(line)) problems.push(`${name}: ${line}${during(specs, timeOf(line))}`);
    }
    if (problems.length)
      throw new Error(`The servers logged what no test announced (test/support/logs.mjs):\n${problems.join('\n')}`);
  };
}

/** All stacks share one PostgreSQL, and a long transaction of any test keeps its dead rows. Our servers name their connections. */
const OF_ANOTHER_TEST = /transaction horizon is pinned.*a backend with no application_name/;

/** A line of pino, or what Node writes of a warning or an uncaught error. @param {string} line */
const isProblem = (line) =>
  line.startsWith('{')
    ? /"level":"(warn|error|fatal)"/.test(line) && !OF_ANOTHER_TEST.test(line)
    : /^(\(node:\d+\)|\w*Error\b)/.test(line);

/** @param {string} line */
const timeOf = (line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '') || Number.POSITIVE_INFINITY;

/** Which spec files ran when the line was written, of the stack that all share. @param {any[]} specs @param {number} at */
function during(specs, at) {
  const ended = (/** @type {string} */ spec) => specs.find((each) => each.spec === spec && each.to)?.to ?? Infinity;
  const names = specs.filter(({ spec, from }) => from <= at && at <= ended(spec) + 5000).map(({ spec }) => spec);
  return names.length ? `\n  while these ran: ${names.join(', ')}` : '';
}

/** @param {string} home @param {string} name @returns {Promise<any[]>} */
async function records(home, name) {
  const lines = await readFile(path.join(home, name), 'utf8').catch(() => '');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
