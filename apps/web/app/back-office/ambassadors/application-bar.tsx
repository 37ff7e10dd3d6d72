import { fullName } from '@lampstand/contracts';
import type { AmbassadorDetail } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { CallerBar } from '../components/caller-bar.tsx';
import { type FormPerson, useReveal } from '../components/use-reveal.tsx';
import { Badge } from '../components/badge.tsx';
import { StateBadge } from '../components/panel.tsx';
import { OwnerLine } from '../queue/taking.tsx';

/** Also the key of its query. */
export const applicationPath = (id: number | string) => `/api/admin/ambassadors/${id}`;

/** The person of an application, masked until revealed. */
export const useApplicationReveal = ({ id, masked, email, phone, whyInterested, erased }: AmbassadorDetail) =>
  useReveal<FormPerson>({
    path: applicationPath(id),
    person: { masked, email, phone, whyInterested },
    hidden: 'phone, email and reasons',
    erased,
  });

interface Props {
  application: AmbassadorDetail;
  /** Revealed, or as masked as the role sees it. */
  person: FormPerson;
  reveal: ReactNode;
}

export const ApplicationBar = ({ application, person, reveal }: Props) => (
  <CallerBar
    name={application.erased ? 'An erased person' : fullName(application)}
    badges={
      <>
        <StateBadge state={application.state} />
        {application.erased && <Badge>Erased</Badge>}
      </>
    }
    tools={
      <>
        {!application.erased && <OwnerLine kind="application" id={application.id} name={fullName(application)} />}
        {reveal}
      </>
    }
    contact={application.erased ? undefined : person}
    church={application.churchName}
    standing={application.standing}
    record={{ kind: 'Application', id: application.id }}
  />
);
