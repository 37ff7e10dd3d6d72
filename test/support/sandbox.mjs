/** Drives the sandbox: reads texts, mails and the records, injects faults, moves the clock. */
import { eventually } from './eventually.mjs';
import { PROVIDER_FAILS } from './logs.mjs';

/**
 * @typedef {{ to: string, body: string, code: string, channel: 'sms' | 'call', at: string }} Sms
 * @typedef {{ to: string, subject: string, text: string, html: string, messageId: string, headers: Record<string, string>, at: string }} Mail
 * @typedef {{ match: string, mode: string, nth?: number, times?: number }} Fault
 */

/** @param {{ sandboxUrl: string, apiUrls: () => string[], announce: (...patterns: RegExp[]) => void }} where */
export function sandboxDriver({ sandboxUrl, apiUrls, announce }) {
  /** @param {string} path @param {{ method?: string, body?: unknown }} [options] */
  async function call(path, { method = 'GET', body } = {}) {
    const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_sandbox/${path} answered ${answer.status}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  /** @param {string} kind @param {string} to */
  const received = (kind, to) => call(`${kind}?to=${encodeURIComponent(to)}`);

  /** Waits until every live API process shows the offset of the sandbox's clock. */
  async function untilClocksAgree() {
    const { offsetMs } = await call('clock');
    await eventually(async () => (await Promise.all(apiUrls().map(offsetOf))).every((offset) => offset === offsetMs));
  }

  return {
    call,
    /** @param {string} phone @returns {Promise<Sms[]>} newest first */
    sms: (phone) => received('sms', phone),
    /** Waits until `count` texts went to the phone, and returns the code of the newest. @param {string} phone */
    smsCode: (phone, { count = 1, within = 10_000 } = {}) =>
      eventually(
        async () => {
          const messages = await received('sms', phone);
          return messages.length >= count && messages[0].code;
        },
        { within },
      ),
    /**
     * Waits until `count` mails with this subject came in; newest first. A count of 0 does not wait.
     * @param {string} to @param {{ count?: number, subject?: string | RegExp, within?: number }} [options]
     * @returns {Promise<Mail[]>}
     */
    mails: (to, { count = 1, subject = '', within = 15_000 } = {}) =>
      eventually(
        async () => {
          const mails = (await received('mail', to)).filter((/** @type {Mail} */ mail) => mail.subject.match(subject));
          return mails.length >= count && mails;
        },
        { within },
      ),
    records: () => call('records'),
    requests: () => call('requests'),
    /** Adds rules to those in force, and announces what the servers log then. @param {...Fault} rules */
    fault: async (...rules) => {
      announce(PROVIDER_FAILS);
      for (const rule of rules) await call('faults', { method: 'PUT', body: rule });
    },
    heal: () => call('faults', { method: 'DELETE' }),
    webhooks: {
      /** @param {'normal' | 'hold' | 'drop'} mode */
      set: (mode) => call('webhooks', { method: 'PUT', body: { mode } }),
      deliver: () => call('webhooks/deliver', { method: 'POST' }),
      duplicate: () => call('webhooks/duplicate', { method: 'POST' }),
      shuffle: () => call('webhooks/shuffle', { method: 'POST' }),
      /** Delivers the held webhooks, or else the last twenty again, one by one, newest first. */
      reverse: () => call('webhooks/reverse', { method: 'POST' }),
    },
    /** @param {{ days?: number, minutes?: number }} by */
    advance: async ({ days, minutes }) => {
      // Two steps, so that nothing that happens in the minutes is dated before the days.
      for (const body of [days && { advanceDays: days }, minutes && { advanceMinutes: minutes }]) {
        if (!body) continue;
        await call('clock', { method: 'POST', body });
        await untilClocksAgree();
      }
    },
    reset: async () => {
      await call('reset', { method: 'POST' });
      await untilClocksAgree();
    },
  };
}

/** @param {string} apiUrl @returns {Promise<number>} */
async function offsetOf(apiUrl) {
  const { clockOffsetMs } = await (await fetch(`${apiUrl}/readyz`)).json();
  return clockOffsetMs;
}
