import { UNEXPECTED } from '@lampstand/contracts';
import type { AmbassadorAction, AmbassadorDetail } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { site } from '../../lib/site.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import './ambassadors.css';

interface Props {
  application: AmbassadorDetail;
  action: AmbassadorAction;
  onClose: () => void;
}

/** Confirms an action on an application. A decision shows what its mail says. */
export function ActionDialog({ application, action, onClose }: Props) {
  const queries = useQueryClient();
  const labels = ACTION_LABELS[action];
  const act = useMutation({
    mutationFn: () => post(`/api/admin/ambassadors/${application.id}/${action}`, {}),
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
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p>{labels.happens}</p>
      {labels.mail && (
        <blockquote className="mail-gist">
          <p className="small quiet">To {application.email}</p>
          <p>
            <strong>{labels.mail.subject}</strong>
          </p>
          <p>{labels.mail.gist}</p>
        </blockquote>
      )}
    </ConfirmDialog>
  );
}

/** The texts of an action; the two decisions summarize their mail. */
interface ActionLabels {
  label: string;
  happens: string;
  mail?: { subject: string; gist: string };
  pending: string;
  done: string;
  destructive?: true;
}

const subject = `Our decision on your ${site.product} ambassador application`;

export const ACTION_LABELS: Record<AmbassadorAction, ActionLabels> = {
  'start-review': {
    label: 'Start review',
    happens: 'The application is marked as being read. Nothing is mailed.',
    pending: 'Starting…',
    done: 'The review has begun.',
  },
  approve: {
    label: 'Approve',
    happens: 'The application is accepted for good, and this mail goes out at once:',
    mail: {
      subject,
      gist: 'A welcome aboard, and the request to answer with two or three times that suit for a first call.',
    },
    pending: 'Approving…',
    done: 'Approved. The mail is on its way.',
  },
  decline: {
    label: 'Decline',
    happens: 'The application is declined for good, and this mail goes out at once:',
    mail: {
      subject,
      gist: 'Thanks, that we cannot offer a place this time, that the program is small, and the invitation to apply again later.',
    },
    pending: 'Declining…',
    done: 'Declined. The mail is on its way.',
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
