import { ok } from 'node:assert/strict';
import { eventually, type Stack } from '../support/index.ts';
import { callsTo } from './calls.ts';
import { jobsOf } from './jobs.ts';

const POSTAL = 'Lampstand, 1200 Congress Avenue, Austin, TX 78701';

const UNTYPOGRAPHIC = /[a-z]'(d|ll|m|re|s|t|ve)\b|"|\be-mail|\bmails?\b/i;

/** Asserts that a mail has the contents, our postal address and the support address, as HTML and as text, in typographic writing. */
export function expectComplete(mail: { text: string; html: string } | undefined, ...contents: string[]): void {
  const html = mail?.html.replaceAll('&amp;', '&').replaceAll('<!-- -->', '') ?? '';
  const text = mail?.text.replace(/\s+/g, ' ') ?? '';
  for (const content of [...contents, POSTAL, 'support@lampstand.example']) {
    ok(html.includes(content), `The mail's HTML does not say "${content}":\n${html}`);
    ok(text.includes(content), `Its text does not say "${content}":\n${text}`);
  }
  ok(!UNTYPOGRAPHIC.test(text), `Its text has a straight quotation mark, or email in another spelling:\n${text}`);
}

/** Waits until every job of a subject is done, failed or canceled. */
export const mailsSettled = (stack: Stack, id: number) =>
  eventually(async () => {
    const jobs = await jobsOf(stack, { key: id });
    return jobs.length > 0 && jobs.every(({ state }) => ['completed', 'failed', 'cancelled'].includes(state));
  });

/** The proof in the link that a sign-up has mailed to its address, on request. */
export async function aMailedProof(stack: Stack, { id, email }: Record<string, any>): Promise<string> {
  await callsTo(stack).post('send-resume-link', { trialId: id });
  const [mail] = await stack.sandbox.mails(email, { count: 1 });
  return proofIn(mail!.text);
}

/** The proof of the link in a mail. */
export const proofIn = (text: string): string => /[?&]proof=([\w.-]+)/.exec(text)![1]!;
