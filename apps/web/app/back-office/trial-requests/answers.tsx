import { greetingName, UNEXPECTED } from '@lampstand/contracts';
import { answerBody, type RequestAnswer, type TrialRequestDetail } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { TextArea } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ifMatch, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { recordDraft } from '../layout/drafts.ts';

interface Props {
  request: TrialRequestDetail;
  path: string;
  onAnswered: () => unknown;
}

/** The answers that were mailed from here, and the form for another one. */
export const Answers = ({ request, path, onAnswered }: Props) => (
  <Panel title="Answers">
    {request.answers.map((answer) => (
      <Answer key={answer.id} answer={answer} />
    ))}
    <AnswerForm request={request} path={path} onAnswered={onAnswered} />
  </Panel>
);

const OUTCOMES: Record<RequestAnswer['outcome'], string> = {
  pending: 'being sent',
  sent: 'sent',
  bounced: 'came back',
};

const Answer = ({ answer: { by, at, text, outcome } }: { answer: RequestAnswer }) => (
  <article>
    <p className="small quiet">
      {by}, <TimeAgo at={at} />, {OUTCOMES[outcome]}
    </p>
    <p className="said">
      <bdi>{text}</bdi>
    </p>
  </article>
);

/** The text stays in the box when it is refused, and when a colleague takes or closes the request. */
function AnswerForm({ request, path, onAnswered }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = recordDraft(`${path}/answers`);
  const [text, setText] = useState(() => draft.read() ?? '');
  /** What the page showed when the writing began, or when it became possible again. */
  const [seen, setSeen] = useState<string>();
  if (seen && !request.mayAnswer) setSeen(undefined);
  const [problem, setProblem] = useState<string>();
  const answer = useMutation({
    mutationFn: (answered: string) => post(`${path}/answers`, { text: answered }, ifMatch(seen ?? request.seen)),
    onSuccess: () => {
      setText('');
      draft.clear();
      showToast({ title: 'Answer sent' });
    },
    onError: (error) => {
      const field = isStatus(error, 400) ? error.body.fields?.['text'] : undefined;
      setProblem(field ?? causeOf(error) ?? UNEXPECTED);
    },
    onSettled: () => {
      setSeen(undefined);
      void onAnswered();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    const parsed = answerBody.safeParse({ text });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) answer.mutate(parsed.data.text);
    else box.current?.focus();
  };
  if (!request.mayAnswer) {
    const isClosed = request.state === 'closed';
    const why = isClosed ? 'This request is closed.' : `${request.owner} has taken this request.`;
    if (!text) return <p className="quiet">{why}</p>;
    return (
      <div className="stack">
        <p role="status">
          <span>{why}</span> Your text is kept here: copy it, or{' '}
          <span>{isClosed ? 'reopen the request to send it.' : 'take the request over to send it.'}</span>
        </p>
        <TextArea name="answer" label="Answer by mail" rows={5} readOnly value={text} />
      </div>
    );
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <TextArea
        name="answer"
        label="Answer by mail"
        hint={`To ${request.email}, as "${request.subject}". It begins with "Hello ${greetingName(request)}" and ends with our address.`}
        rows={5}
        ref={box}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          draft.write(currentTarget.value);
          setSeen((shown) => shown ?? request.seen);
        }}
        error={problem}
      />
      <button type="submit" className="button primary compact" aria-disabled={answer.isPending || undefined}>
        {answer.isPending ? 'Sending…' : 'Send answer'}
      </button>
    </form>
  );
}
