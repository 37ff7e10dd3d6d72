import { dollars, fullName, phoneText, planOf } from '@lampstand/contracts';
import {
  ADMIN_TEXTS,
  DEFAULT_TRIAL_COLUMNS,
  isMasked,
  type TrialColumn,
  type TrialSignupRow,
} from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { late } from '../../lib/late.tsx';
import { Email } from '../../components/email.tsx';
import { Instant, TimeAgo } from '../components/time-ago.tsx';
import { churchSizeText, countedRows, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { Cell, Head, Row, SortHead, Table } from '../lists/table.tsx';
import type { ListPage } from '../lists/use-list.ts';

interface Props {
  list: ListPage<TrialSignupRow>;
  columns: readonly TrialColumn[];
  sort: string;
  /** "all days", or those of the filter. */
  days: string;
  busy: boolean;
  onSort: (sort: string) => void;
}

/** The columns whose values the table shows without their names on a phone. */
const UNNAMED = new Set<TrialColumn>(DEFAULT_TRIAL_COLUMNS);

/** Sign-ups in the chosen columns. The name, or the first column without it, links to the person. */
export function SignupTable({ list, columns, sort, days, busy, onSort }: Props) {
  const { zoneName } = useZone();
  const maySortByEmail = !isMasked(useStaff().role);
  const lead = columns.includes('Name') ? 'Name' : columns[0];
  const isWide = columns.length > DEFAULT_TRIAL_COLUMNS.length;
  const heads = columns.map((column) => {
    const { width, sort: name } = SIGNUP_COLUMNS[column];
    const size = isWide || width === undefined ? {} : { width };
    if (!name || (name === 'email' && !maySortByEmail))
      return (
        <Head key={column} {...size}>
          {column}
        </Head>
      );
    const first = name === 'createdAt' ? 'descending' : 'ascending';
    return <SortHead key={column} name={name} label={column} first={first} sort={sort} onSort={onSort} {...size} />;
  });
  const table = (
    <Table caption={`${countedRows(list, 'sign-up')}, ${days}, dates in ${zoneName}`} heads={heads} busy={busy}>
      {list.rows.map((row) => (
        <Row key={row.id}>
          {columns.map((column) => {
            const { value, width } = SIGNUP_COLUMNS[column];
            const shown = value(row);
            const classes = [
              column === lead ? 'lead' : width === undefined && 'nowrap',
              column === 'Date' && 'when',
              shown && !UNNAMED.has(column) && 'labelled',
            ];
            return (
              <Cell key={column} of={column} className={classes.filter(Boolean).join(' ')}>
                {column === lead ? <Link to={`/trials/${row.id}`}>{shown || row.id}</Link> : shown}
              </Cell>
            );
          })}
        </Row>
      ))}
    </Table>
  );
  return isWide ? <div className="table-scroll">{table}</div> : table;
}

/** Only where the column is chosen. */
const Taking = late(async () => ({ default: (await import('../queue/taking.tsx')).Taking }));

/** How the table shows a column. */
interface ShownColumn {
  value: (row: TrialSignupRow) => ReactNode;
  /** The part of the table's width in percent, of a text that may be cut off. */
  width?: number;
  /** The order by this column. */
  sort?: 'createdAt' | 'name' | 'email' | 'churchName';
}

const instant = (of: (row: TrialSignupRow) => string | undefined): ShownColumn => ({
  value: (row) => of(row) && <Instant at={of(row)!} />,
});
const text = (of: (row: TrialSignupRow) => string | undefined, width = 16): ShownColumn => ({
  value: (row) => of(row) && <bdi>{of(row)}</bdi>,
  width,
});

/** With the charts and the meanings, which are not in the first load. */
const Status = late(async () => ({ default: (await import('../components/panel.tsx')).StateBadge }));

const SIGNUP_COLUMNS: Record<TrialColumn, ShownColumn> = {
  Date: { ...instant(({ createdAt }) => createdAt), width: 11, sort: 'createdAt' },
  Name: { ...text((row) => fullName(row) || 'No name', 14), sort: 'name' },
  Email: { value: ({ email }) => <Email address={email} />, width: 22, sort: 'email' },
  Phone: { value: ({ phone }) => (phone ? phoneText(phone) : 'N/A') },
  Church: { ...text(({ churchName }) => churchName, 17), sort: 'churchName' },
  Position: { value: ({ position }) => position },
  'Church Size': { value: ({ churchSize }) => churchSizeText(churchSize) },
  'Trial ID': { value: ({ id }) => id },
  Status: { value: ({ state, subscriptionState }) => <Status state={subscriptionState ?? state} />, width: 11 },
  Ministry: text(({ ministryName }) => ministryName),
  City: text(({ churchCity }) => churchCity),
  'Church State': { value: ({ churchState }) => churchState },
  Plan: { value: ({ plan }) => plan && planOf(plan).name },
  'Phone Verified': instant(({ phoneVerifiedAt }) => phoneVerifiedAt),
  'Card Saved': instant(({ cardSavedAt }) => cardSavedAt),
  'Trial Ends': instant(({ trialEndsAt }) => trialEndsAt),
  'How Heard': text(({ howHeardAbout }) => howHeardAbout),
  'Church Software': text(({ churchSoftware }) => churchSoftware),
  Message: text(({ message, messageHidden }) => (messageHidden ? ADMIN_TEXTS.hiddenMessage : message), 20),
  'Status Since': { value: ({ inStateSince }) => inStateSince && <TimeAgo at={inStateSince} short /> },
  Owed: { value: ({ owedInCents }) => owedInCents && dollars(owedInCents) },
  Contacted: instant(({ contactedAt }) => contactedAt),
  Owner: { value: (row) => <Taking kind="signup" id={row.id} name={fullName(row)} owner={row.owner ?? null} /> },
};
