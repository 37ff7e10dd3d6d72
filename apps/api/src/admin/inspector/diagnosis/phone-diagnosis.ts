import type { CodeAttempt } from '@lampstand/contracts/back-office';
import { CODE_RULES } from '../../../platform/limits/limits.ts';
import { type Finding, minutesSince, newest, times, type TrialFacts } from './facts.ts';

const PATIENCE_MINUTES = 10;

/** Why a saved sign-up has not verified its phone yet. */
export function phoneFinding(facts: TrialFacts): Finding {
  const failed = newest(facts.journal, ['code not sent'], ['code sent', 'phone.changed']);
  if (failed) return notSent(Number(failed.detail['status']), failed.at);
  const [code] = facts.codes;
  if (!code) return neverSent(facts);
  if (code.status === 'live') return liveCode(code, facts.now);
  return expiredCode(code);
}

function neverSent({ since, now }: TrialFacts): Finding {
  const quiet = minutesSince(since, now) > PATIENCE_MINUTES;
  return {
    tone: quiet ? 'stuck' : 'waiting',
    what: 'No code was sent to this number yet.',
    why: 'The code goes out when the code screen opens. The details, or a new number, were saved, and the screen was not seen since.',
    next: 'Mail the link that resumes the sign-up; with the person on the phone, send the code now.',
    since,
    suggest: ['send-resume-link', 'resend-code'],
  };
}

function notSent(status: number, since: Date): Finding {
  if (status === 400)
    return {
      tone: 'stuck',
      what: 'The code could not be sent to this number.',
      why: 'It gets no text messages: a landline, a toll-free or a foreign number, or one that has answered STOP.',
      next: 'Ask for a mobile number of the United States and correct the phone.',
      since,
      suggest: ['correct-phone'],
    };
  if (status === 429)
    return {
      tone: 'stuck',
      what: 'No further code was sent.',
      why: 'This number has had as many codes as a visitor may ask for, or too many wrong ones were typed.',
      next: 'Check the number with the person, then send a code from here; wait ten minutes after five wrong ones.',
      since,
      suggest: ['resend-code', 'correct-phone'],
    };
  return {
    tone: 'stuck',
    what: 'The code could not be sent.',
    why: 'Our provider of text messages failed. It was not the number.',
    next: 'Send the code again. When that fails, too, look at the health strip above the list.',
    since,
    suggest: ['resend-code'],
  };
}

function liveCode({ sends, tries, startedAt, expiresAt }: CodeAttempt, now: Date): Finding {
  const since = new Date(startedAt);
  const minutes = Math.max(1, Math.ceil(-minutesSince(new Date(expiresAt), now)));
  if (tries >= CODE_RULES.tries)
    return {
      tone: 'stuck',
      what: `All ${CODE_RULES.tries} tries of the code are used up.`,
      why: 'Wrong digits were typed, maybe those of an older message.',
      next: `A new code can be sent in ${minutes} minutes, when this one has ended.`,
      since,
      suggest: ['correct-phone', 'send-resume-link'],
    };
  if (tries > 0)
    return {
      tone: 'waiting',
      what: `A wrong code was typed ${times(tries)}; ${CODE_RULES.tries - tries} of ${CODE_RULES.tries} tries are left.`,
      why: 'Maybe the digits of an older message, or the message went to somebody else.',
      next: 'Read the number back to the person, and let them type the code of the newest message.',
      since,
      suggest: ['resend-code', 'correct-phone'],
    };
  return {
    tone: sends > 1 ? 'stuck' : 'waiting',
    what: `The code was sent ${times(sends)} and not entered.`,
    why:
      sends > 1
        ? 'The messages do not seem to arrive: the number may be wrong, or its carrier is slow.'
        : `It may still be on its way; it lives for ${minutes} more minutes.`,
    next: 'Read the number back to the person. When it is right, send the code again; else correct the phone.',
    since,
    suggest: sends > 1 ? ['correct-phone', 'resend-code'] : ['resend-code', 'correct-phone'],
  };
}

function expiredCode({ sends, tries, startedAt }: CodeAttempt): Finding {
  const wrong = tries >= CODE_RULES.tries;
  return {
    tone: 'stuck',
    what: wrong ? 'Wrong codes until the code ended.' : 'The code has expired.',
    why: wrong
      ? `All ${CODE_RULES.tries} tries were used up.`
      : `It was sent ${times(sends)}, wrongly typed ${tries ? times(tries) : 'never'}, and lives for ${CODE_RULES.lifeMinutes} minutes.`,
    next: 'With the person on the phone, send a new code; else mail the link, which sends one when it is opened.',
    since: new Date(startedAt),
    suggest: ['resend-code', 'send-resume-link', 'correct-phone'],
  };
}
