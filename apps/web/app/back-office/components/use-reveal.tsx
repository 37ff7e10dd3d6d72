import { UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { ask } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import type { Contact } from './caller-bar.tsx';
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

/** The person, masked until revealed. Revealing is recorded, and lasts until the page is left. */
export function useReveal<Person extends Contact>({
  path,
  person: shown,
  hidden,
  erased,
}: Props<Person>): {
  person: Person;
  button: ReactNode;
} {
  const [revealed, setRevealed] = useState<{ person: Person; of: Person }>();
  const reveal = useMutation({
    mutationFn: () => ask<Person>(`${path}/reveal`, {}),
    onSuccess: (person) => {
      setRevealed({ person, of: shown });
      void refreshRecord(path);
    },
    onError: (error) =>
      showToast({ variant: 'destructive', title: 'Not revealed', description: causeOf(error) ?? UNEXPECTED }),
  });
  const person = revealed && sameMask(revealed.of, shown) ? revealed.person : shown;
  const button = erased ? null : person.masked ? (
    <button
      type="button"
      className="button second compact"
      title={`Shows ${hidden}. The timeline and the audit record it.`}
      disabled={reveal.isPending}
      onClick={() => reveal.mutate()}
    >
      Reveal
    </button>
  ) : (
    revealed && (
      <button type="button" className="button second compact" onClick={() => setRevealed(undefined)}>
        Hide
      </button>
    )
  );
  return { person, button };
}

/** A changed phone or email changes the mask; the revealed data is outdated then. */
const sameMask = (a: Contact, b: Contact) => a.email === b.email && a.phone === b.phone;
