import { UNEXPECTED } from '@lampstand/contracts';
import { type AmbassadorAction, type AmbassadorDetail, isDecision } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DecisionMailBox, wordsToSend } from './decision-mail.tsx';

interface Props {
  application: AmbassadorDetail;
  action: AmbassadorAction;
  onClose: () => void;
}

/** Confirms an action on an application. A decision shows its mail, whose words can be changed. */
export function ActionDialog({ application, action, onClose }: Props) {
  const queries = useQueryClient();
  const labels = ACTION_LABELS[action];
  const [words, setWords] = useState<string>();
  const sent = isDecision(action) ? wordsToSend(application, action, words) : undefined;
  const act = useMutation({
    mutationFn: () => post(`/api/admin/ambassadors/${application.id}/${action}`, { words: sent }),
    onSuccess: () => {
      showToast({ title: labels.label, description: labels.done });
      onClose();
    },
    onSettled: (_done, failed) => {
      if (!failed || isStatus(failed, 404, 409)) void queries.invalidateQueries();
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

export const ACTION_LABELS: Record<AmbassadorAction, ActionLabels> = {
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
