import { UNEXPECTED } from '@lampstand/contracts';
import { type AmbassadorAction, type AmbassadorDetail, isDecision } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { ifMatch, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { StatusCard } from '../components/panel.tsx';
import { useSeen } from '../components/use-seen.ts';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { DecisionMailBox, wordsToSend } from './decision-mail.tsx';
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

interface Props {
  application: AmbassadorDetail;
  action: AmbassadorAction;
  onClose: () => void;
}

/** Confirms an action on an application. A decision shows its mail, whose words can be changed. */
function ActionDialog({ application, action, onClose }: Props) {
  const { seen, readAgain } = useSeen(application.seen);
  const labels = ACTION_LABELS[action];
  const [words, setWords] = useState<string>();
  const sent = isDecision(action) ? wordsToSend(application, action, words) : undefined;
  const act = useMutation({
    mutationFn: () => post(`/api/admin/ambassadors/${application.id}/${action}`, { words: sent }, ifMatch(seen)),
    onSuccess: () => {
      showToast({ title: labels.label, description: labels.done });
      onClose();
    },
    onSettled: async (_done, failed) => {
      if (!failed || isStatus(failed, 404, 409)) await readAgain();
    },
  });
  return (
    <ConfirmDialog
      title={`${labels.label}: ${application.firstName} ${application.lastName}`}
      confirm={labels.label}
      pendingText={labels.pending}
      pending={act.isPending}
      destructive={labels.destructive === true}
      error={act.error ? (causeOf(act.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => (sent || !isDecision(action)) && act.mutate()}
      onClose={onClose}
    >
      <p>{labels.happens}</p>
      {isDecision(action) && <DecisionMailBox {...{ application, words }} decision={action} onWords={setWords} />}
    </ConfirmDialog>
  );
}

/** The texts of an action. */
interface ActionLabels {
  label: string;
  happens: string;
  pending: string;
  done: string;
  destructive?: true;
}

const ACTION_LABELS: Record<AmbassadorAction, ActionLabels> = {
  'start-review': {
    label: 'Start review',
    happens: 'The application is marked as being read. Nothing is mailed.',
    pending: 'Starting…',
    done: 'The review has begun.',
  },
  approve: {
    label: 'Approve',
    happens: 'This mail goes out in ten seconds. Until then you can undo it.',
    pending: 'Approving…',
    done: 'The mail goes out in ten seconds.',
  },
  decline: {
    label: 'Decline',
    happens: 'This mail goes out in ten seconds. Until then you can undo it.',
    pending: 'Declining…',
    done: 'The mail goes out in ten seconds.',
    destructive: true,
  },
  withdraw: {
    label: 'Withdraw',
    happens: 'For an applicant who has taken the application back. It is closed for good, and nothing is mailed.',
    pending: 'Withdrawing…',
    done: 'The application is withdrawn.',
    destructive: true,
  },
};
