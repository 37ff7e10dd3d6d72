/** Tables that name the states or events of a chart name all of them: texts, rules, mails, seeds, sweeps, SQL, tests; and each event is recorded. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHARTS, initialStateOf, transitionsOf } from '@lampstand/workflows';
import ts from 'typescript';

/** What a table leaves out on purpose. A new table that has a part of a list only is named here, too. */
const LEFT_OUT: Record<string, string[]> = {
  // Constraints and partial indexes are about some states.
  'apps/api/src/platform/database/migrations/0002-sign-ups.ts UP': ['billingInformation', 'alreadyMember'],
  'apps/api/src/platform/database/migrations/0004-billing.ts UP': ['active'],
  // About the two decisions.
  'apps/api/src/ambassadors/decide-application.ts EVENTS': ['application.submitted', 'application.withdrawn'],
  'apps/api/src/admin/people/ambassadors/review-application.ts DECIDED': ['submitted', 'withdrawn'],
  'apps/api/src/platform/database/migrations/0005-public-forms.ts UP': ['submitted', 'withdrawn'],
  'libs/contracts/src/back-office/ambassadors.ts ambassadorFilter': ['submitted', 'withdrawn'],
  // The end has findings of its own.
  'apps/api/src/admin/people/diagnosis/member-diagnosis.ts FINDINGS': ['canceled'],
  // These have cases of their own, by what the sign-up waits for.
  'apps/api/src/admin/people/diagnosis/diagnosis.spec.ts CASES': ['success', 'alreadyMember', 'cancelled'],
  'apps/api/src/admin/people/diagnosis/diagnosis.spec.ts ENDS': ['billingInformation', 'success'],
  // Named by short names in the same file.
  'libs/workflows/src/trial-signup.spec.ts AGREED': ['billingInformation', 'openingAccount'],
  'libs/workflows/src/trial-signup.spec.ts self': ['success', 'alreadyMember', 'cancelled'],
  'libs/workflows/src/subscription-life.spec.ts LIVE': ['canceled'],
  // Statuses at Stripe, which has others.
  'libs/workflows/src/subscription-life.spec.ts STRIPE_STATUSES': ['pastDue'],
  'test/flows/ambassador-review.spec.ts RESULT': ['submitted', 'withdrawn'],
  // The states in which its people are forgotten, or never.
  'test/flows/reports-and-erasures.spec.ts TERMS': ['openingAccount', 'cancelled'],
  'test/flows/support-actions.spec.ts ALLOWED_IN': ['success', 'alreadyMember'],
  // A member in the trial has no monthly amount.
  'test/invariants/database.mjs IN_THE_DATABASE': ['trialing'],
  // States with an account, or without one.
  'tools/seed/signups.ts ROWS': ['alreadyMember', 'cancelled'],
  'tools/seed/signups.ts TRIALS': ['phoneVerification', 'billingInformation', 'cancelled'],
  'tools/seed/forms.ts APPLICATIONS': ['application.withdrawn'],
  'tools/seed/forms.ts STAGED_APPLICATIONS': ['submitted', 'withdrawn'],
};

const root = new URL('..', import.meta.url).pathname;
const SOURCES = '{apps,libs,test,tools}/**/*.{ts,tsx,mjs}';
const NOT_SOURCES = ['node_modules', 'dist', 'build', 'tables-of-states.spec.ts'];
const WORDS_IN_SQL = /'(\w+)'/g;

/** Lists that the tables of a chart must have complete: its states, without the initial one, which is never stored; its events. */
const LISTS = CHARTS.flatMap((chart) => [
  Object.keys(chart.states).filter((state) => state !== initialStateOf(chart)),
  [...new Set(transitionsOf(chart).map(({ event }) => event))],
]);

interface Table {
  /** Such as "apps/web/app/trial/wizard.tsx SCREENS". */
  place: string;
  /** Keys, strings, and the strings in SQL. */
  words: Set<string>;
}

/** The declarations of a file, outside of functions. */
function tablesIn(file: string): Table[] {
  const text = readFileSync(root + file, 'utf8');
  if (LISTS.every((list) => list.filter((name) => text.includes(name)).length < 2)) return [];
  const tables: Table[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (!(ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) || !ts.isIdentifier(node.name))
      return ts.forEachChild(node, visit);
    const words = new Set<string>();
    if (node.initializer && !ts.isFunctionLike(node.initializer)) collect(node.initializer, words);
    tables.push({ place: `${file} ${node.name.text}`, words });
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return tables;
}

function collect(node: ts.Node, words: Set<string>): void {
  if (ts.isObjectLiteralElementLike(node) && node.name && ts.isIdentifier(node.name)) words.add(node.name.text);
  if (ts.isStringLiteralLike(node)) words.add(node.text);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    for (const [, word = ''] of node.getText().matchAll(WORDS_IN_SQL)) words.add(word);
  ts.forEachChild(node, (child) => collect(child, words));
}

/** A table is a declaration that has at least half of a list. What each lacks, by its place. */
function gapsIn(tables: Table[]): Record<string, string[]> {
  const gaps: Record<string, string[]> = {};
  for (const { place, words } of tables)
    for (const list of LISTS) {
      const lacks = list.filter((name) => !words.has(name));
      const isTable = 2 * lacks.length <= list.length || lacks.some((name) => LEFT_OUT[place]?.includes(name));
      if (lacks.length && isTable) gaps[place] = [...(gaps[place] ?? []), ...lacks];
    }
  return gaps;
}

it('A table of states or events of a chart has all of them, or leaves some out on purpose', () => {
  const files = globSync(SOURCES, { cwd: root, exclude: (name) => NOT_SOURCES.includes(name) });
  expect(gapsIn(files.flatMap(tablesIn))).toEqual(LEFT_OUT);
});

/** Calls of the engine that write an event into the journal. */
const RECORDS = /\b(recordTransition|createInTransaction|workflow\.create)\(/;

it('The server records each event of a chart', () => {
  const files = globSync('apps/api/src/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.spec.ts') });
  const recording = files.map((file) => readFileSync(root + file, 'utf8')).filter((text) => RECORDS.test(text));
  const isRecorded = (event: string) =>
    recording.some((text) => text.includes(`'${event}'`) || text.includes(`\`${event.split('.')[0]}.\${`));
  const events = CHARTS.flatMap((chart) => transitionsOf(chart).map(({ event }) => event));
  expect([...new Set(events)].filter((event) => !isRecorded(event))).toEqual([]);
});
