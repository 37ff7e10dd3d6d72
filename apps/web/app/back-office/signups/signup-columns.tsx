import { dollars, fullName, phoneText, planOf } from '@lampstand/contracts';
import { ADMIN_TEXTS, type TrialColumn, type TrialSignupRow } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { Email } from '../components/text.tsx';
import { late } from '../../lib/late.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { churchSizeText, stateName } from '../format.ts';

/** Only where the column is chosen. */
const Taking = late(async () => ({ default: (await import('../queue/taking.tsx')).Taking }));

/** How the table shows a column. */
interface ShownColumn {
  value: (row: TrialSignupRow, instantText: (at: string) => string) => ReactNode;
  /** The part of the table's width in percent, of a text that may be cut off. */
  width?: number;
  /** The order by this column. */
  sort?: 'createdAt' | 'name' | 'email' | 'churchName';
}

const instant = (of: (row: TrialSignupRow) => string | undefined): ShownColumn => ({
  value: (row, instantText) => of(row) && instantText(of(row)!),
});
const text = (of: (row: TrialSignupRow) => string | undefined, width = 16): ShownColumn => ({
  value: (row) => of(row) && <bdi>{of(row)}</bdi>,
  width,
});

export const SIGNUP_COLUMNS: Record<TrialColumn, ShownColumn> = {
  Date: { ...instant(({ createdAt }) => createdAt), sort: 'createdAt' },
  Name: { ...text((row) => fullName(row) || 'No name'), sort: 'name' },
  Email: { value: ({ email }) => <Email address={email} />, width: 24, sort: 'email' },
  Phone: { value: ({ phone }) => phoneText(phone) || 'N/A' },
  Church: { ...text(({ churchName }) => churchName, 24), sort: 'churchName' },
  Position: text(({ position }) => position),
  'Church Size': { value: ({ churchSize }) => churchSizeText(churchSize) },
  'Trial ID': { value: ({ id }) => id },
  State: { value: ({ state, subscriptionState }) => stateName(subscriptionState ?? state) },
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
  'In State Since': { value: ({ inStateSince }) => inStateSince && <TimeAgo at={inStateSince} short /> },
  Owed: { value: ({ owedInCents }) => owedInCents && dollars(owedInCents) },
  Contacted: instant(({ contactedAt }) => contactedAt),
  Owner: { value: (row) => <Taking kind="signup" id={row.id} name={fullName(row)} owner={row.owner ?? null} /> },
};
