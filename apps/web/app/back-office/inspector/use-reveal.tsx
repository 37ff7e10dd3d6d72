import { UNEXPECTED } from '@lampstand/contracts';
import type { InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { HIDDEN } from './person-panel.tsx';
import { refreshTrial, revealPerson } from './trial-api.ts';

/** The person, masked until revealed. Revealing is confirmed and recorded, and lasts until the page is left. */
export function useReveal(trial: InspectedTrial): { person: InspectedPerson; button: ReactNode; dialog: ReactNode } {
  const [revealed, setRevealed] = useState<{ person: InspectedPerson; of: InspectedPerson }>();
  const [confirming, setConfirming] = useState(false);
  const reveal = useMutation({
    mutationFn: () => revealPerson(trial.id),
    onSuccess: (person) => {
      setRevealed({ person, of: trial.person });
      setConfirming(false);
      void refreshTrial(String(trial.id));
    },
  });
  const person = revealed && sameMask(revealed.of, trial.person) ? revealed.person : trial.person;
  const button = trial.erasedAt ? null : person.masked ? (
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
      <p>
        This page then shows phone, email, {HIDDEN.toLowerCase()} of this person. The timeline and the audit record that
        you looked.
      </p>
    </ConfirmDialog>
  );
  return { person, button, dialog };
}

/** A changed phone or email changes the mask; the revealed data is outdated then. */
const sameMask = (a: InspectedPerson, b: InspectedPerson) => a.email === b.email && a.phone === b.phone;
