import { dollars, longDate, planOf } from '@lampstand/contracts';
import {
  ERASURE_DAYS,
  isClosedByHand,
  QUEUE_VISITOR_DAYS,
  type QueueItem,
  type QueueKind,
  STUCK_GROUPS,
} from '@lampstand/contracts/back-office';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { ProofOfMailbox } from '../components/proof-of-mailbox.tsx';
import { durationText, TimeAgo, useServerTime } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { STAFF_PAGES as pages } from '../pages.ts';
import { ProviderLink } from '../inspector/provider-link.tsx';
import { toAnswer } from '../disputes.ts';
import { causeName } from '../incidents/job-names.ts';
import { Waits } from '../incidents/waits.tsx';
import { nameOf, QueueActions } from './queue-actions.tsx';
import { OwnerName } from './taking.tsx';
import { Several } from './several.tsx';
import './queue.css';

interface Kind {
  title: string;
  /** What its items have in common. */
  meaning: string;
  record: (id: number) => string;
  /** Why an item needs a person, before the time since when. */
  why: string;
}

const trial = (id: number) => `/trials/${id}`;

const RECENT = `Only the last ${QUEUE_VISITOR_DAYS} days, without those whom we have contacted.`;

export const KINDS: Record<QueueKind, Kind> = {
  erasure: {
    title: 'Erasures to approve',
    meaning: `Another member of the team has to approve these requests, within ${ERASURE_DAYS} days.`,
    record: trial,
    why: 'Requested',
  },
  opening: {
    title: 'Accounts not opened',
    meaning: `The card was stored more than ${STUCK_GROUPS.opening.minutes} minutes ago, and the account is not open.`,
    record: trial,
    why: 'The card was stored',
  },
  payment: {
    title: 'Past due',
    meaning: 'Members with an unpaid invoice, the largest debt first.',
    record: trial,
    why: 'An invoice is not paid',
  },
  disputed: {
    title: 'Disputed payments',
    meaning: 'The cardholder asked the bank to take a payment back, and the bank wants our answer.',
    record: trial,
    why: 'Disputed',
  },
  provider: {
    title: 'Waiting for a provider',
    meaning: 'Work that repeats by itself until Stripe or another provider answers.',
    record: trial,
    why: '',
  },
  cardMissing: {
    title: 'Members without a card',
    meaning: 'No card is stored for the next payment.',
    record: trial,
    why: 'The card was removed',
  },
  cardExpiring: {
    title: 'Cards expiring before the payment',
    meaning: 'The stored card expires before the next payment.',
    record: trial,
    why: 'The card was stored',
  },
  memberMail: {
    title: 'Members whose email comes back',
    meaning: 'The last email to the present address of a member came back.',
    record: trial,
    why: 'An email came back',
  },
  unreported: {
    title: 'Cards that Stripe did not report',
    meaning: 'The person may have stored a card, but Stripe has not said so.',
    record: trial,
    why: 'Stripe did not say whether a card was stored',
  },
  emailRefused: {
    title: 'New emails refused',
    meaning: 'We corrected the email of a member, and the owner of the old one refused that.',
    record: trial,
    why: 'A new email was refused',
  },
  emailClaimed: {
    title: 'Addresses of someone else',
    meaning: 'The owner of a mailbox says that the account which has it is not theirs.',
    record: trial,
    why: 'Claimed by the owner of the mailbox',
  },
  deadJobs: {
    title: 'Dead jobs',
    meaning: 'Work of our server that failed and does not repeat by itself, one row for each cause.',
    record: (id) => `?group=deadJobs&cause=${id}`,
    why: '',
  },
  request: {
    title: 'Trial requests unanswered',
    meaning: 'People who asked to talk with us first. No one has answered them.',
    record: (id) => `${pages.trialRequests.path}/${id}`,
    why: 'The request came',
  },
  application: {
    title: 'Applications due',
    meaning: 'Ambassador applications whose promised answer is due.',
    record: (id) => `${pages.ambassadors.path}/${id}`,
    why: 'The application came',
  },
  visitorMail: {
    title: 'Visitors whose email comes back',
    meaning: 'The last email came back, and the sign-up is not finished.',
    record: trial,
    why: 'An email came back',
  },
  card: {
    title: 'Stuck at the card',
    meaning: `The phone was verified more than ${STUCK_GROUPS.card.minutes} minutes ago, and no card is stored. ${RECENT}`,
    record: trial,
    why: 'The phone was verified',
  },
  code: {
    title: 'Stuck at the code',
    meaning: `The details were saved more than ${STUCK_GROUPS.code.minutes} minutes ago, and no code was entered. ${RECENT}`,
    record: trial,
    why: 'The details were saved',
  },
};

const COLUMNS: Column[] = [
  ['Name', 20],
  ['Church', 18],
  ['Why', 27],
  ['Owner', 13],
  ['Actions', 22],
];

interface Props {
  kind: QueueKind;
  caption: string;
  items: QueueItem[];
  busy?: boolean;
}

const MEMBERS: ReadonlySet<QueueKind> = new Set<QueueKind>(['payment', 'cardMissing', 'cardExpiring']);

/** The items of a group, with the actions on each and on several. */
export function QueueTable({ kind, caption, items, busy = false }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const select = (id: number, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <>
      <Several
        kind={kind}
        of={{ signups: KINDS[kind].record === trial, members: MEMBERS.has(kind) }}
        closable={isClosedByHand(kind)}
        selected={items.filter(({ id }) => chosen.includes(id))}
        onSelect={setChosen}
        items={items}
      />
      <Table
        caption={<span className="unseen">{caption}</span>}
        heads={COLUMNS.map(([name, width]) => (
          <Head key={name} width={width}>
            {name === 'Church' && kind === 'deadJobs' ? 'Cause' : name}
          </Head>
        ))}
        busy={busy}
      >
        {items.map((item) => (
          <Item
            key={item.id}
            kind={kind}
            item={item}
            chosen={chosen.includes(item.id)}
            onChoose={(on) => select(item.id, on)}
          />
        ))}
      </Table>
    </>
  );
}

interface ItemProps extends WhyProps {
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

function Item({ kind, item, chosen, onChoose }: ItemProps) {
  const { id, churchName, cause, owner } = item;
  return (
    <Row>
      <Cell of="Name" className="lead">
        <span className="queue-name">
          <input
            type="checkbox"
            data-queue-action="select"
            aria-label={`Select ${nameOf(item)}`}
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <Link to={KINDS[kind].record(id)}>
            <bdi>{nameOf(item)}</bdi>
          </Link>
        </span>
      </Cell>
      <Cell of={cause ? 'Cause' : 'Church'}>
        <bdi>{cause ? causeName(cause.error) : churchName}</bdi>
      </Cell>
      <Cell of="Why">
        <Why kind={kind} item={item} />
      </Cell>
      <Cell of="Owner">
        <OwnerName owner={owner} />
      </Cell>
      <Cell of="Actions" className="actions">
        <QueueActions kind={kind} item={item} />
      </Cell>
    </Row>
  );
}

interface WhyProps {
  kind: QueueKind;
  item: QueueItem;
}

export function Why({
  kind,
  item: { since, dueOn, requestedBy, waits, owes, cause, answer, snoozedUntil, emailProvenAt },
}: WhyProps): ReactNode {
  const { exact, secondsSince } = useServerTime();
  if (snoozedUntil) return <time dateTime={snoozedUntil}>Snoozed until {exact(snoozedUntil)}</time>;
  if (requestedBy !== undefined)
    return (
      <>
        {dueOn && <span className="block">Due by {longDate(dueOn)}</span>}
        <span className="block">
          Requested by <bdi>{requestedBy}</bdi> <TimeAgo at={since} short />
        </span>
      </>
    );
  if (owes)
    return (
      <>
        <span className="block">
          <strong>{dollars(owes.inCents)}</strong>, {planOf(owes.plan).name}
        </span>
        <span className="block">
          Unpaid {durationText(secondsSince(since))};{' '}
          {owes.contactedAt ? (
            <>
              contacted <TimeAgo at={owes.contactedAt} short />
            </>
          ) : (
            <span>not contacted</span>
          )}
        </span>
      </>
    );
  if (waits) return <Waits {...waits} />;
  if (dueOn) return `Promised by ${longDate(dueOn)}`;
  return (
    <>
      <span className="block">
        <span>{cause ? `${counted(cause.jobs, 'job')} failed, the first` : KINDS[kind].why}</span>{' '}
        <TimeAgo at={since} short />
        {emailProvenAt !== undefined && <ProofOfMailbox at={emailProvenAt} />}
      </span>
      {answer && (
        <span className="block">
          {toAnswer(answer.by && longDate(answer.by))} <ProviderLink href={answer.page}>Open in Stripe</ProviderLink>
        </span>
      )}
    </>
  );
}
