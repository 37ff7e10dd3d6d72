import type { AmbassadorAction, AmbassadorDetail } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { StatusCard } from '../components/panel.tsx';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { ACTION_LABELS, ActionDialog } from './action-dialog.tsx';
import { isOpen, ResponseDeadline } from './response-deadline.tsx';
import { Taken } from './taken.tsx';

/** By when an answer is due, or who decided, with the possible actions. */
export function Decision({ application }: { application: AmbassadorDetail }) {
  const [confirming, setConfirming] = useState<AmbassadorAction>();
  const mayDecide = useStaff().may('decide');
  useCommands(
    mayDecide
      ? application.actions.map((action) => ({
          label: `${ACTION_LABELS[action].label}: this application`,
          run: () => setConfirming(action),
        }))
      : [],
  );
  const open = isOpen(application.state);
  return (
    <>
      <StatusCard tone={open ? 'waiting' : 'ended'} aria-label="Decision">
        {open && !application.taken ? (
          <p className="decision-clock">
            <ResponseDeadline application={application} />
          </p>
        ) : (
          <Taken application={application} />
        )}
        {mayDecide && application.actions.length > 0 && (
          <div className="row">
            {application.actions.map((action, place) => (
              <button
                key={action}
                type="button"
                className={`button ${place ? `second ${ACTION_LABELS[action].destructive ? 'alarm-text' : ''}` : 'primary'}`}
                onClick={() => setConfirming(action)}
              >
                {ACTION_LABELS[action].label}
              </button>
            ))}
          </div>
        )}
        {!mayDecide && open && (
          <p className="quiet">Only administrators decide. You can leave a note for them below.</p>
        )}
      </StatusCard>
      {/* Outside of the card, whose rules are for its own heading and buttons. */}
      {confirming && (
        <ActionDialog application={application} action={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </>
  );
}
