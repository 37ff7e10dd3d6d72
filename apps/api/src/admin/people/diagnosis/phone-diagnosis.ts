import type { CodeAttempt, TextDelivery } from '@lampstand/contracts/back-office';
import { CODE_RULES, LIMITS } from '../../../platform/limits/limits.ts';
import { type Finding, minutesSince, NEW_PHONE, newest, times, type TrialFacts } from './facts.ts';

const PATIENCE_MINUTES = 10;
/** Of the tries of a code, as many are for one network: a person rarely uses another one. */
const TRIES = LIMITS.triesPerCodeAndNetwork.points;

/** Why a saved sign-up has not verified its phone yet. */
export function phoneFinding(facts: TrialFacts): Finding {
  const failed = newest(facts.journal, ['code not sent'], ['code sent', 'phone.changed']);
  if (failed) return notSent(Number(failed.detail['status']), failed.at);
  const [code] = facts.codes;
  if (!code) return neverSent(facts);
  if (code.status === 'live') return waitOf(code, facts) ?? liveCode(code, facts.now);
  return expiredCode(code);
}

function neverSent({ since, now }: TrialFacts): Finding {
  const quiet = minutesSince(since, now) > PATIENCE_MINUTES;
  return {
    tone: quiet ? 'stuck' : 'waiting',
    what: 'No code was sent to this number yet.',
    why: 'The code is sent when the code screen opens. The person has not opened it since the details, or the new number, were saved.',
    next: 'Send the resume link. With the person on the phone, send the code now.',
    since,
    suggest: ['send-resume-link', 'resend-code'],
  };
}

function notSent(status: number, since: Date): Finding {
  if (status === 400)
    return {
      tone: 'stuck',
      what: 'The code could not be sent to this number.',
      why: 'The number cannot receive our text messages: it is a landline, toll-free or foreign number, or it replied STOP.',
      next: 'Ask for a US mobile number and correct the phone.',
      since,
      suggest: ['correct-phone'],
    };
  if (status === 429)
    return {
      tone: 'stuck',
      what: 'The code could not be sent to this number: the limit is reached.',
      why: 'Too many codes were requested for this number, or too many wrong codes were entered.',
      next: 'Check the number with the person, then send a code from here. After three wrong codes, wait ten minutes first.',
      since,
      suggest: ['resend-code', 'correct-phone'],
    };
  return {
    tone: 'stuck',
    what: 'The code could not be sent.',
    why: 'The text message provider failed. The number is not the cause.',
    next: 'Send the code again. While codes fail for several people, the top of each page says so, and what to tell callers.',
    since,
    suggest: ['resend-code'],
  };
}

/** Why a text did not arrive, and what to tell the person. */
const UNDELIVERED: Record<Exclude<TextDelivery, 'delivered'>, Pick<Finding, 'what' | 'why' | 'next' | 'suggest'>> = {
  refused: {
    what: 'The carrier refused the text.',
    why: 'Some carriers and phones block texts from companies. Another text to this number will hardly arrive.',
    next: 'Ask for another number, or for the code by a phone call from the code screen.',
    suggest: ['correct-phone'],
  },
  landline: {
    what: 'The text was not delivered: the number is a landline, or its carrier cannot be reached.',
    why: 'A landline gets no texts.',
    next: 'Ask for a mobile number, or for the code by a phone call from the code screen.',
    suggest: ['correct-phone'],
  },
  unknownNumber: {
    what: 'The text was not delivered: the carrier does not know the number.',
    why: 'The number may be mistyped, or no longer in use.',
    next: 'Read the number to the person and correct the phone.',
    suggest: ['correct-phone'],
  },
  unreachable: {
    what: 'The text was not delivered: the phone could not be reached.',
    why: 'It is switched off or without signal, or it is no mobile phone.',
    next: 'Ask the person to switch the phone on, then send the code again. If that fails too, ask for another number.',
    suggest: ['resend-code', 'correct-phone'],
  },
  failed: {
    what: 'The text was not delivered. The carrier gave no reason.',
    why: 'The number may be wrong, or its carrier has a problem.',
    next: 'Read the number to the person. If it is right, send the code again; if not, correct the phone.',
    suggest: ['resend-code', 'correct-phone'],
  },
};

/** Until another code can be sent. */
function waitOf(code: CodeAttempt, { journal, now }: TrialFacts): Finding | undefined {
  if (new Date(code.resendAt) <= now || code.tries >= TRIES) return undefined;
  const at = newest(journal, ['code sent'], [NEW_PHONE])?.at ?? new Date(code.startedAt);
  const wait = { sentAt: at.toISOString(), resendAt: code.resendAt };
  const isOnItsWay = code.delivery === null || code.delivery === 'delivered';
  if (code.tries > 0 || !isOnItsWay) return { ...liveCode(code, now), code: wait };
  return {
    tone: 'waiting',
    what: 'A code was just sent.',
    why: code.delivery ? 'The carrier says that the text was delivered.' : 'The message may still arrive.',
    next: 'Let the person type the code of the newest message.',
    since: at,
    suggest: ['resend-code', 'correct-phone'],
    code: wait,
  };
}

function liveCode({ sends, tries, delivery, startedAt, expiresAt }: CodeAttempt, now: Date): Finding {
  const since = new Date(startedAt);
  const minutes = Math.max(1, Math.ceil(-minutesSince(new Date(expiresAt), now)));
  if (tries >= TRIES)
    return {
      tone: 'stuck',
      what: `A wrong code was entered ${times(tries)}. One network has ${TRIES} tries.`,
      why: 'The codes may be from an older message, or of another person.',
      next: `A new code can be sent in ${minutes} minutes, when this one expires.`,
      since,
      suggest: ['correct-phone', 'send-resume-link'],
    };
  if (tries > 0)
    return {
      tone: 'waiting',
      what: `A wrong code was entered ${times(tries)}; ${TRIES - tries} of ${TRIES} tries left.`,
      why: 'The code may be from an older message, or the messages go to another person.',
      next: 'Read the number to the person and ask them to enter the code of the newest message.',
      since,
      suggest: ['resend-code', 'correct-phone'],
    };
  if (delivery && delivery !== 'delivered') return { tone: 'stuck', since, ...UNDELIVERED[delivery] };
  if (delivery)
    return {
      tone: sends > 1 ? 'stuck' : 'waiting',
      what: `The code was sent ${times(sends)} and not entered.`,
      why: `The carrier says that the last text was delivered. The code is valid for ${minutes} more minutes.`,
      next: 'Read the number to the person. If it is right, ask them to look for the newest text, also among blocked and unknown senders.',
      since,
      suggest: ['correct-phone', 'resend-code'],
    };
  return {
    tone: sends > 1 ? 'stuck' : 'waiting',
    what: `The code was sent ${times(sends)} and not entered.`,
    why:
      sends > 1
        ? 'The messages may not arrive: the number may be wrong, or its carrier is slow.'
        : `The message may still arrive. The code is valid for ${minutes} more minutes.`,
    next: 'Read the number to the person. If it is right, send the code again; if not, correct the phone.',
    since,
    suggest: sends > 1 ? ['correct-phone', 'resend-code'] : ['resend-code', 'correct-phone'],
  };
}

function expiredCode({ sends, tries, delivery, startedAt }: CodeAttempt): Finding {
  if (delivery && delivery !== 'delivered')
    return { tone: 'stuck', since: new Date(startedAt), ...UNDELIVERED[delivery] };
  const wrong = tries >= TRIES;
  return {
    tone: 'stuck',
    what: wrong ? 'The code has expired after too many wrong tries.' : 'The code has expired.',
    why: wrong
      ? `A wrong code was entered ${times(tries)}. One network has ${TRIES} tries.`
      : `It was sent ${times(sends)}, ${wrongCodes(tries)}, and it is valid for ${CODE_RULES.lifeMinutes} minutes.`,
    next: 'With the person on the phone, send a new code. Otherwise send the resume link; opening it sends a code.',
    since: new Date(startedAt),
    suggest: ['resend-code', 'send-resume-link', 'correct-phone'],
  };
}

const wrongCodes = (tries: number): string =>
  tries ? `a wrong code was entered ${times(tries)}` : 'no wrong code was entered';
