import { fullName } from '@lampstand/contracts';
import { ADMIN_TEXTS, type AmbassadorDetail, type TrialRequestDetail } from '@lampstand/contracts/back-office';
import { Facts, Panel } from './panel.tsx';
import { Email } from '../../components/email.tsx';
import { MailLink, PhoneLink } from './text.tsx';
import type { FormPerson } from './use-reveal.tsx';

/** The fields of an ambassador application and of a trial request, which are the same. */

interface Props {
  title: string;
  form: AmbassadorDetail | TrialRequestDetail;
  /** Revealed, or as masked as the role sees it. */
  person: FormPerson;
}

export const FormPanel = ({ title, form, person: { masked, email, phone } }: Props) => (
  <Panel title={title}>
    <Facts
      facts={{
        Name: fullName(form),
        Email: masked ? <Email address={email} /> : <MailLink address={email} />,
        Phone: masked ? phone : <PhoneLink phone={phone} />,
        Position: form.position,
        'Years in ministry': form.yearsInMinistry,
        Church: form.churchName,
        Place: `${form.churchCity}, ${form.churchState}`,
        'Church size': form.churchSize,
      }}
    />
  </Panel>
);

export const ReasonsPanel = ({ person: { whyInterested } }: Pick<Props, 'person'>) => (
  <Panel title="Why they are interested">
    <p className="said">{whyInterested === null ? ADMIN_TEXTS.hiddenWords : <bdi>{whyInterested}</bdi>}</p>
  </Panel>
);
