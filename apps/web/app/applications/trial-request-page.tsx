import { TOASTS } from '@lampstand/contracts';
import { useState } from 'react';
import { AppFrame } from '../lib/app-frame.tsx';
import { Ended } from '../site/ended.tsx';
import { formPages } from '../site/form-pages.ts';
import { headOf } from '../site/head.ts';
import { MailLink } from '../site/mail-link.tsx';
import { Opening } from '../site/opening.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ApplicationForm, type Questions } from './application-form.tsx';
import '../styles/application.css';
import '../styles/public.css';

const page = formPages.trialRequest;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

const GROUPS: Questions[] = [
  { legend: 'You', fields: ['firstName', 'lastName', 'email', 'phone'] },
  { legend: 'Your church', fields: ['churchName', 'churchCity', 'churchState', 'position', 'churchSize'] },
  { legend: 'Your ministry', fields: ['yearsInMinistry', 'whyInterested'] },
];

export default function TrialRequestPage() {
  const [sent, setSent] = useState(false);
  return <AppFrame>{sent ? <Sent /> : <Ask onSent={() => setSent(true)} />}</AppFrame>;
}

const Ask = ({ onSent }: { onSent: () => void }) => (
  <div className="page">
    <Opening
      heading="Tell us about your ministry"
      intro="For ministries with 500 or more active users, and for anyone who would like to talk with a person before signing up. Tell us a little, and we will write back with what makes sense for you."
    />
    <div className="application">
      <div className="stack">
        <ApplicationForm
          call="trial-request"
          groups={GROUPS}
          button="Send Request"
          byMail="and tell us a little about your ministry."
          onSent={() => {
            showToast(TOASTS.requestSent);
            onSent();
          }}
        />
      </div>
      <aside className="beside-form" aria-labelledby="fewer">
        <h2 id="fewer">Fewer than 500?</h2>
        <p>You can start the free trial right away: 30 days, every feature.</p>
        <a className="button second" href="/trial">
          Start Free Trial
        </a>
      </aside>
    </div>
  </div>
);

const Sent = () => (
  <Ended title="Request Sent!" lit>
    <p className="lede">
      Thank you. A person from our team reads it and answers you by e-mail. If it is urgent, write to <MailLink />.
    </p>
    <a className="button primary large" href="/">
      Return to Home
    </a>
  </Ended>
);
