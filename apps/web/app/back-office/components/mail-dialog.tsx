import { UNEXPECTED } from '@lampstand/contracts';
import type { SupportActionAnswer, SentMailView } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Modal } from './modal.tsx';
import { Facts } from './panel.tsx';
import { Failed, Loading } from './placeholders.tsx';
import { TimeAgo } from './time-ago.tsx';

interface Props {
  mailKey: string;
  onClose: () => void;
}

/** A mail as it was sent, which can be sent again. */
export function MailDialog({ mailKey, onClose }: Props) {
  const path = `/api/admin/mails/${encodeURIComponent(mailKey)}`;
  const { data: mail, error, refetch } = useQuery<SentMailView>({ queryKey: [path] });
  const again = useMutation({
    mutationFn: () => post<SupportActionAnswer>(`${path}/send`, {}),
    onSuccess: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });
  return (
    <Modal title={mail?.subject ?? 'Mail'} lightDismiss onClose={onClose}>
      <div className="stack">
        {!mail && !error && <Loading>Loading the mail…</Loading>}
        {error && <Failed onRetry={() => void refetch()}>{causeOf(error) ?? UNEXPECTED}</Failed>}
        {mail && (
          <>
            <Facts facts={{ To: mail.to, [OUTCOMES[mail.outcome]]: <TimeAgo at={mail.at} /> }} />
            <p className="said">{mail.text}</p>
            <div className="wide" role="alert">
              {again.error && <Notice tone="bad">{causeOf(again.error) ?? UNEXPECTED}</Notice>}
            </div>
            {!mail.mayBeSentAgain && (
              <p className="small quiet">A link in this email may have ended. Send a new one with an action above.</p>
            )}
          </>
        )}
        <div className="row">
          {mail?.mayBeSentAgain && (
            <button
              type="button"
              className="button primary"
              aria-disabled={again.isPending || undefined}
              onClick={() => !again.isPending && again.mutate()}
            >
              {again.isPending ? 'Sending…' : 'Send again'}
            </button>
          )}
          <button type="button" className="button second" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}

const OUTCOMES = { sent: 'Sent', bounced: 'Came back' } as const;
