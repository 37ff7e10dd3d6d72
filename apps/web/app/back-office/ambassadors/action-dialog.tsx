import { UNEXPECTED } from '@lampstand/contracts';
import type { AmbassadorAction, AmbassadorDetail } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { showToast } from '../../ui/toast-store.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { ACTION_WORDS } from './decisions.ts';

interface Props {
  application: AmbassadorDetail;
  action: AmbassadorAction;
  onClose: () => void;
}

/** Asks before an application moves; a decision shows the gist of the mail that follows from it. */
export function ActionDialog({ application, action, onClose }: Props) {
  const queries = useQueryClient();
  const words = ACTION_WORDS[action];
  const act = useMutation({
    mutationFn: () => post(`/api/admin/ambassadors/${application.id}/${action}`, {}),
    onSuccess: () => {
      showToast({ title: words.label, description: words.done });
      onClose();
    },
    onSettled: (_done, failed) => {
      if (!failed || isStatus(failed, 404, 409)) void queries.invalidateQueries();
    },
  });
  return (
    <AskDialog
      title={`${words.label}: ${application.firstName} ${application.lastName}`}
      confirm={words.label}
      pendingText={words.pending}
      pending={act.isPending}
      alarming={words.alarming === true}
      refusal={act.error ? (causeOf(act.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p>{words.happens}</p>
      {words.mail && (
        <blockquote className="mail-gist">
          <p className="small quiet">To {application.email}</p>
          <p>
            <strong>{words.mail.subject}</strong>
          </p>
          <p>{words.mail.gist}</p>
        </blockquote>
      )}
    </AskDialog>
  );
}
