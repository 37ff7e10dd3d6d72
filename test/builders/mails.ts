import { ok } from 'node:assert/strict';
import { eventually, type Stack } from '../support/index.ts';

const POSTAL = 'Lampstand, 1200 Congress Avenue, Austin, TX 78701';

/** The mail says this as HTML and as text, and who writes it. */
export function expectComplete(mail: { text: string; html: string } | undefined, ...contents: string[]): void {
  const html = mail?.html.replaceAll('&amp;', '&').replaceAll('<!-- -->', '') ?? '';
  const text = mail?.text.replace(/\s+/g, ' ') ?? '';
  for (const content of [...contents, POSTAL, 'support@lampstand.example']) {
    ok(html.includes(content), `The mail's HTML does not say "${content}":\n${html}`);
    ok(text.includes(content), `Its text does not say "${content}":\n${text}`);
  }
}

/** Every job of a subject has come to rest: nothing more will be sent for it. */
export const mailsSettled = (stack: Stack, id: number) =>
  eventually(async () => {
    const jobs = await stack.query(`SELECT state FROM pgboss.job WHERE data->>'subjectId' = $1`, [String(id)]);
    return jobs.length > 0 && jobs.every(({ state }) => ['completed', 'failed', 'cancelled'].includes(state));
  });

/** Lets an effect happen once more, or one that only somebody of the team can cause. */
export const follows = (stack: Stack, effect: string, id: number) =>
  stack.query('INSERT INTO pgboss.job (name, data) VALUES ($1, $2)', [
    effect,
    { subjectId: id, requestId: 'test', queue: effect },
  ]);
