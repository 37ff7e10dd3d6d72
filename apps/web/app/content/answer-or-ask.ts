import { site } from '../lib/site.ts';
import type { OwnerFact } from './owner-claims.ts';

/** The operator's answer, and without one "Ask us", a link that starts an email about it. */
export const answerOrAsk = ({ title, text }: OwnerFact, subject: string): string =>
  text ?? `[Ask us](mailto:${site.supportEmail}?subject=${encodeURIComponent(subject)}) ${title}.`;
