/** What must hold whatever went wrong: asked of the database and of the providers' ledger, never of the product. */
import { type Chart, CHARTS, step } from '@lampstand/workflows';
import type { Stack } from '../support/index.ts';
import { IN_THE_DATABASE } from './database.ts';
import { inTheLedger, type World } from './ledger.ts';

/** SMTP cannot take a mail exactly once: a connection cut after the server took it allows a copy, by the same Message-ID. */
export interface Allowed {
  copiesOfMails?: boolean;
}

/** Every broken invariant as a sentence; none is what tests expect. Call it when nothing is under way: see `settled`. */
export async function violations(stack: Stack, { copiesOfMails = false }: Allowed = {}): Promise<string[]> {
  const world = await look(stack);
  return [
    ...(await inTheDatabase(stack)),
    ...(await lostJobs(stack)),
    ...inTheLedger(world),
    ...wrongMails(world, copiesOfMails),
  ];
}

async function look(stack: Stack): Promise<World> {
  const [ledger, trials, users, bounced, notes] = await Promise.all([
    stack.sandbox.ledger(),
    stack.query('SELECT * FROM trial_signups'),
    stack.query('SELECT * FROM users'),
    stack.query(`SELECT subject_id FROM sent_mails WHERE key LIKE 'welcome:%' AND outcome = 'bounced'`),
    stack.query(`SELECT note, subject_id FROM workflow_journal WHERE flow = 'subscription-life' AND note IS NOT NULL`),
  ]);
  return {
    ledger,
    trials,
    users,
    bounced: new Set(bounced.map(({ subject_id }) => subject_id)),
    noted: new Set(notes.map(({ note, subject_id }) => `${note} of ${subject_id}`)),
  };
}

async function inTheDatabase({ query }: Stack): Promise<string[]> {
  const asked = Object.entries(IN_THE_DATABASE).map(async ([sentence, sql]) =>
    (await query(sql)).map(({ found }) => `${sentence}: ${found}`),
  );
  return (await Promise.all(asked)).flat();
}

const REQUEST_MAILS = ['sendTrialRequestReceived', 'sendTrialRequestToStaff'];
const chartOf = (flow: string): Chart => CHARTS.find(({ id }) => id === flow)!;

/** I13: each move's effects, each trial request and each claimed card event have their jobs. */
async function lostJobs({ query }: Stack): Promise<string[]> {
  const moves = await query('SELECT flow, subject_id, from_state, event FROM workflow_journal WHERE seq IS NOT NULL');
  const events = await query(
    `SELECT object_id FROM stripe_events WHERE type LIKE 'setup_intent.%' OR type = 'checkout.session.completed'`,
  );
  const requests = await query('SELECT id FROM trial_requests');
  const owed = [
    ...moves.flatMap(({ flow, subject_id, from_state, event }) =>
      (step(chartOf(flow), from_state, event)?.effects ?? []).map((effect) => `${effect} of ${subject_id}`),
    ),
    ...requests.flatMap(({ id }) => REQUEST_MAILS.map((job) => `${job} of ${id}`)),
    ...events.map(({ object_id }) => `cardNews of ${object_id}`),
  ];
  const jobs = await query(`SELECT name, data->>'subjectId' AS subject FROM pgboss.job
    UNION ALL SELECT name, data->>'subjectId' FROM pgboss.archive`);
  const there = tally(jobs.map(({ name, subject }) => `${name} of ${subject}`));
  return [...tally(owed)]
    .filter(([job, count]) => (there.get(job) ?? 0) < count)
    .map(([job, count]) => `I13 a job is lost: ${job}, ${there.get(job) ?? 0} of ${count}`);
}

/** I8: each open account has its welcome mail, nobody else has one. */
function wrongMails({ ledger, users, bounced }: World, copiesOfMails: boolean): string[] {
  const welcomes = new Map<string, any[]>();
  for (const mail of ledger.mails!.filter(({ subject }) => subject.startsWith('Welcome to')))
    welcomes.set(mail.to, [...(welcomes.get(mail.to) ?? []), mail]);
  const active = users.filter(({ status }) => status === 'active');
  const members = new Set(users.filter(({ status }) => status !== 'opening').map(({ email_key }) => email_key));
  const wrong = active.filter(({ email_key, trial_id }) => {
    const mails = welcomes.get(email_key) ?? [];
    const ids = new Set(mails.map(({ messageId }) => messageId));
    if (bounced.has(trial_id)) return mails.length > 0;
    return ids.size !== 1 || (mails.length > 1 && !copiesOfMails);
  });
  return [
    ...wrong.map(
      ({ email_key, id }) =>
        `I8 account ${id} has ${welcomes.get(email_key)?.length ?? 0} welcome mails instead of one`,
    ),
    ...[...welcomes.keys()].filter((to) => !members.has(to)).map((to) => `I8 a welcome mail without an account: ${to}`),
  ];
}

export function tally<T>(things: T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}
