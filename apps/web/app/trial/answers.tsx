import { formatPhone, tenDigits } from '@lampstand/contracts';
import { useRef, useState } from 'react';
import { ChangeEmail } from './phone/change-contact.tsx';
import type { ScreenProps } from './trial-session.ts';

/** What was typed, folded into one line. The email can be changed until the account is open. */
export function Answers({ session }: ScreenProps) {
  const { firstName, lastName, email, phone, churchName, ministryName, churchCity, churchState } = session.trial;
  const [changing, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    setChanging(false);
    button.current?.focus();
  };
  return (
    <details className="answers wide">
      <summary>
        {[`${firstName} ${lastName}`.trim(), churchName].join(', ')} <span className="link-button">Check details</span>
      </summary>
      <dl>
        <div>
          <dt>Email</dt>
          <dd>
            {email}{' '}
            <button
              type="button"
              className="link-button"
              aria-expanded={changing}
              ref={button}
              onClick={() => setChanging(!changing)}
            >
              Change email
            </button>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{tenDigits(phone) ? formatPhone(phone) : phone}</dd>
        </div>
        <div>
          <dt>Church</dt>
          <dd>
            {churchName}, {churchCity}, {churchState}
          </dd>
        </div>
        <div>
          <dt>Ministry</dt>
          <dd>{ministryName}</dd>
        </div>
      </dl>
      {changing && <ChangeEmail session={session} onDone={done} />}
    </details>
  );
}
