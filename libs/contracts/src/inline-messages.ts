/** Messages beside a control, and what a toast is. Apart from `messages.ts`, of which the first load of a page needs nothing. */

/** Inline messages beside a control, more specific than its toast. */
export const INLINE = {
  offline: 'You are offline. Nothing is lost; we go on when you are connected.',
  triesLeft: (count: number): string => (count === 1 ? '1 try left.' : `${count} tries left.`),
  /** `when`: "at 2:14 AM", "tomorrow at 2:14 AM". */
  retryAt: (when: string): string => `You can try again ${when}.`,
  nextCode: (when: string): string => `You can ask for a new code ${when}.`,
  lastTry: 'This code is wrong, too. 0 tries left.',
  browserCheck: 'Checking your browser. This takes a few seconds.',
  codeLocked: 'Too many wrong codes.',
  codeWorks: (time: string): string => `The code works until ${time}.`,
  codeOver: 'The code no longer works. Please ask for a new one.',
  linkAgain: (left: string): string => `You can ask for it again in ${left}.`,
  sameNumber: (when: string): string => `This is the number you have. We sent the code ${when}.`,
  cardFormMissing: 'The card form could not be loaded. A blocker or a weak connection may be in the way.',
} as const;

/** Beside a phone number that cannot exist; the second press takes it as it is. */
export const PHONE_QUESTIONS = {
  areaCode: 'Please check the number: no area code begins with 0 or 1. To keep it, press the button again.',
  exchange:
    'Please check the number: the three digits after the area code never begin with 0 or 1. To keep it, press the button again.',
} as const;

export interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Milliseconds; 6000 by default. */
  duration?: number;
  /** The person has an account: the notice links to it. */
  member?: true;
  /** Screen readers hear it from the notice on the page instead. */
  silent?: true;
}

export const DEFAULT_TOAST_MS = 6000;
