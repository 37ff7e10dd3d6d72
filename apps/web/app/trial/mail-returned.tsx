import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Email } from '../components/email.tsx';
import { ScriptButton } from '../components/buttons.tsx';
import { Notice } from '../components/notice.tsx';
import { CorrectByMail } from '../components/text-links.tsx';
import { loadTrial } from './calls.ts';
import { useChangeForms } from './known-browser.tsx';
import { ChangeEmail } from './phone/change-contact.tsx';
import type { ScreenProps, Trial } from './trial-session.ts';

const LOOKS = 5;
const FIRST_LOOK_MS = 1500;

/** Whether our mail to this address came back. It was sent just before the step, so its answer comes within seconds. */
function useMailReturned(trialId: number, trial: Trial): boolean {
  const { data } = useQuery({
    queryKey: ['trial-signup', trialId, 'mail', trial.email],
    queryFn: () => loadTrial(trialId),
    enabled: !trial.masked,
    ...(!trial.mailReturned && { initialData: trial }),
    refetchInterval: ({ state }) => {
      const looks = state.dataUpdateCount + state.errorUpdateCount;
      return looks < LOOKS && !state.data?.mailReturned && FIRST_LOOK_MS * 2 ** looks;
    },
  });
  return data?.mailReturned === true;
}

/** On a step of the sign-up, where the email can be corrected. */
export function MailReturned({ session }: ScreenProps) {
  const { trialId, trial } = session;
  const forms = useChangeForms<'email'>(session);
  if (!useMailReturned(trialId, trial)) return null;
  return (
    <div className="stack wide">
      <Returned
        email={trial.email}
        mails="The link to your sign-up, the notices before the trial ends and your receipts"
      >
        <ScriptButton className="link-button" {...forms.buttonOf('email')}>
          Correct it
        </ScriptButton>
      </Returned>
      {forms.open && <ChangeEmail session={session} onDone={forms.close} onRefused={forms.refused} />}
    </div>
  );
}

/** Once the account is open. */
export function MemberMailReturned({ trialId, trial }: { trialId: number; trial: Trial }) {
  if (!useMailReturned(trialId, trial)) return null;
  return (
    <div className="wide">
      <Returned email={trial.email} mails="The notices before the trial ends and your receipts">
        <CorrectByMail />
      </Returned>
    </div>
  );
}

interface ReturnedProps {
  email: string | undefined;
  /** What goes to the address. */
  mails: string;
  /** How to correct it. */
  children: ReactNode;
}

const Returned = ({ email, mails, children }: ReturnedProps) => (
  <Notice alert tone="bad" title="Our email came back">
    <p>
      We could not deliver to <strong>{email && <Email address={email} />}</strong>. {mails} go there.
    </p>
    <div className="row">{children}</div>
  </Notice>
);
