import { UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import type { Contact } from './caller-bar.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { refreshRecord } from './record.tsx';

/** The masked part of an application or of a trial request. */
export interface FormPerson extends Contact {
  whyInterested: string | null;
}

interface Props<Person> {
  /** The record's path in the API. */
  path: string;
  /** As masked as the role sees it. */
  person: Person;
  /** What the reveal shows: "phone, email and reasons". */
  hidden: string;
  erased: boolean;
}

/** The person, masked until revealed. Revealing is confirmed and recorded, and lasts until the page is left. */
export function useReveal<Person extends Contact>({
  path,
  person: shown,
  hidden,
  erased,
}: Props<Person>): {
  person: Person;
  button: ReactNode;
  dialog: ReactNode;
} {
  const [revealed, setRevealed] = useState<{ person: Person; of: Person }>();
  const [confirming, setConfirming] = useState(false);
  const reveal = useMutation({
    mutationFn: () => ask<Person>(`${path}/reveal`, {}),
    onSuccess: (person) => {
      setRevealed({ person, of: shown });
      setConfirming(false);
      void refreshRecord(path);
    },
  });
  const person = revealed && sameMask(revealed.of, shown) ? revealed.person : shown;
  const button = erased ? null : person.masked ? (
    <button type="button" className="button second compact" onClick={() => setConfirming(true)}>
      Reveal
    </button>
  ) : (
    revealed && (
      <button type="button" className="button second compact" onClick={() => setRevealed(undefined)}>
        Hide
      </button>
    )
  );
  const dialog = confirming && (
    <ConfirmDialog
      title="Reveal the personal data?"
      confirm="Reveal"
      pendingText="Revealing…"
      pending={reveal.isPending}
      error={reveal.error ? (causeOf(reveal.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => reveal.mutate()}
      onClose={() => setConfirming(false)}
    >
      <p>This page then shows {hidden} of this person. The timeline and the audit record that you looked.</p>
    </ConfirmDialog>
  );
  return { person, button, dialog };
}

/** A changed phone or email changes the mask; the revealed data is outdated then. */
const sameMask = (a: Contact, b: Contact) => a.email === b.email && a.phone === b.phone;
