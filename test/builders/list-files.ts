/** The CSV files of the lists, rows that fill each of their columns, and how such a file is read. */
import { TRIAL_COLUMNS } from '@lampstand/contracts/back-office';
import { randomInt } from 'node:crypto';
import type { Stack } from '../support/index.ts';
import type { signedIn } from './staff.ts';
import { aStoredApplication, aStoredReader, aStoredRequest, aTrial } from './stored-rows.ts';
import { aStoredPayment, aStoredSubscription } from './stored-subscriptions.ts';

/** A file with every column that it can have. Columns that are neither dates nor numbers are texts. */
interface ListFile {
  path: string;
  query: Record<string, string>;
  dates: string[];
  numbers: string[];
}

export const LIST_FILES: ListFile[] = [
  {
    path: '/api/admin/trial-signups/export',
    query: { columns: TRIAL_COLUMNS.join() },
    dates: ['Date', 'Phone Verified', 'Card Saved', 'Trial Ends', 'Status Since', 'Contacted'],
    numbers: ['Owed'],
  },
  { path: '/api/incomplete-trials/export', query: {}, dates: ['Signup Date'], numbers: [] },
  { path: '/api/admin/ambassadors/export', query: {}, dates: ['Date', 'Decided'], numbers: [] },
  { path: '/api/admin/trial-requests/export', query: {}, dates: ['Date', 'Answered'], numbers: [] },
  {
    path: '/api/admin/newsletter/export',
    query: { links: '1' },
    dates: ['Requested', 'Confirmed', 'Unsubscribed'],
    numbers: [],
  },
];

const AT = '2026-07-04T05:06:07Z';

/**
 * Rows that the search for `word` finds, so that every column of every file has a value in one of them. Some texts would be
 * formulas. No church has "3,000+", which LibreOffice alone reads as the number 3000.
 */
export async function rowsOfEachFile(
  stack: Stack,
  admin: Awaited<ReturnType<typeof signedIn>>,
  word: string,
): Promise<void> {
  const church = { churchName: `${word} Church`, message: '=1+1', howHeardAbout: '@SUM(1)', churchSoftware: '＋1' };
  const { id } = await aTrial(stack, {
    state: 'success',
    pastor: { ...church, churchSize: '1000-3000' },
    columns: { created_at: AT, phone_verified_at: AT, card_saved_at: AT, trial_ends_at: AT, contacted_at: AT },
  });
  await aStoredSubscription(stack, { id, state: 'pastDue', at: AT });
  await aStoredPayment(stack, id);
  await admin.post(`admin/queue/signup/${id}/take`, {});
  await aTrial(stack, { state: 'billingInformation', pastor: church, columns: { created_at: AT } });
  const form = { churchName: church.churchName, whyInterested: '-1+1' };
  await aStoredApplication(stack, { state: 'approved', given: form });
  const request = randomInt(2 ** 40, 2 ** 41);
  await aStoredRequest(stack, { ...form, id: request }, { owner_id: admin.id, state: 'answered', answered_at: AT });
  const reader = { id: randomInt(1e6, 1e9), email: `${word}@church.example` };
  await aStoredReader(stack, reader, { state: 'unsubscribed', unsubscribed_at: AT });
}

/** Parses RFC 4180 with LF line ends, and throws on anything else. */
export function readCsv(text: string): string[][] {
  if (!text.endsWith('\n')) throw new Error('The file does not end with a line feed.');
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quoted(text, at + 1) : plain(text, at);
      row.push(cell);
      at = end + 1;
      if (text[end] === '\n') break;
      if (text[end] !== ',')
        throw new Error(`A cell of row ${rows.length} is followed by ${JSON.stringify(text[end])}.`);
    }
    if (rows[0] && row.length !== rows[0].length) throw new Error(`Row ${rows.length} has ${row.length} cells.`);
    rows.push(row);
  }
  return rows;
}

function plain(text: string, from: number): [string, number] {
  const end = from + text.slice(from).search(/[,\n]/);
  const cell = text.slice(from, end);
  if (/["\r]/.test(cell)) throw new Error(`This cell needs quotes: ${JSON.stringify(cell)}`);
  return [cell, end];
}

function quoted(text: string, from: number): [string, number] {
  let end = from;
  while (text[end] !== '"' || text[end + 1] === '"') {
    if (end >= text.length) throw new Error('A quote is never closed.');
    end += text[end] === '"' ? 2 : 1;
  }
  return [text.slice(from, end).replaceAll('""', '"'), end + 1];
}
