import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { useReveal } from '../components/use-reveal.tsx';
import { HIDDEN } from './person-panel.tsx';
import { trialPath } from './trial-api.ts';

/** The person of a sign-up, masked until revealed. */
export const useSignupReveal = ({ id, person, erasedAt }: InspectedTrial) =>
  useReveal({
    path: trialPath(id),
    person,
    hidden: `phone, email, ${HIDDEN.toLowerCase()}`,
    erased: erasedAt !== null,
  });
