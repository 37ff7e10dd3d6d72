import { ADMIN_ERRORS, type PrivacyKind, type RelatedRecord } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { queryClient } from '../../lib/query-client.ts';
import { Panel } from '../components/panel.tsx';
import { useStaff } from '../layout/auth.ts';
import { EraseDialog } from './person-actions.tsx';
import { privacyPage } from './privacy-links.ts';

interface Props {
  kind: PrivacyKind;
  id: number;
  email: string;
  /** Other records of the person. */
  related: RelatedRecord[];
  /** Of a sign-up: opens the support action that erases; undefined while it is not possible. */
  onErase?: (() => void) | undefined;
}

/** Handing over and erasing what is stored about the person of a record. */
export function PrivacyPanel({ kind, id, email, related, onErase }: Props) {
  const [erasing, setErasing] = useState(false);
  if (!useStaff().may('privacy')) return null;
  const ofEmail = related.filter(({ matched }) => matched === 'email');
  const hasSignup = ofEmail.some((each) => each.kind === 'signup');
  const erase = kind === 'signup' ? onErase : hasSignup ? undefined : () => setErasing(true);
  return (
    <Panel title="Privacy">
      <p className="row">
        <Link className="button second compact" to={privacyPage(kind, id)}>
          Hand over what we hold
        </Link>
        {erase && (
          <button type="button" className="button second compact alarm-text" onClick={erase}>
            Erase this person
          </button>
        )}
      </p>
      {kind !== 'signup' && hasSignup && <p className="quiet small">{ADMIN_ERRORS.eraseSignup}</p>}
      {erasing && (
        <EraseDialog
          email={email}
          records={[{ kind }, ...ofEmail]}
          onClose={() => setErasing(false)}
          onErased={() => void queryClient.invalidateQueries()}
        />
      )}
    </Panel>
  );
}
