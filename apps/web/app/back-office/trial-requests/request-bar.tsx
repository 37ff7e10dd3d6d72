import { fullName } from '@lampstand/contracts';
import type { TrialRequestDetail } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { CallerBar } from '../components/caller-bar.tsx';
import { StateBadge } from '../components/panel.tsx';
import { type FormPerson, useReveal } from '../components/use-reveal.tsx';

/** Also the key of its query. */
export const requestPath = (id: number | string) => `/api/admin/trial-requests/${id}`;

/** The person of a request, masked until revealed. */
export const useRequestReveal = ({ id, masked, email, phone, whyInterested }: TrialRequestDetail) =>
  useReveal<FormPerson>({
    path: requestPath(id),
    person: { masked, email, phone, whyInterested },
    hidden: 'phone, email and reasons',
    erased: false,
  });

interface Props {
  request: TrialRequestDetail;
  /** Revealed, or as masked as the role sees it. */
  person: FormPerson;
  reveal: ReactNode;
}

export const RequestBar = ({ request, person, reveal }: Props) => (
  <CallerBar
    name={fullName(request)}
    badges={<StateBadge state={request.state} />}
    tools={reveal}
    contact={person}
    church={request.churchName}
    standing={request.standing}
    record={{ kind: 'Request', id: request.id }}
  />
);
