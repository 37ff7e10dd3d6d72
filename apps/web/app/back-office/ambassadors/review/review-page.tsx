import { fullName } from '@lampstand/contracts';
import { type AmbassadorDetail, type Decision, UNDO_SECONDS } from '@lampstand/contracts/back-office';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { showToast } from '../../../components/toast-store.ts';
import { serverNow, useCountdown } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Facts } from '../../components/panel.tsx';
import { Failed, Loading } from '../../components/placeholders.tsx';
import { MailLink, PhoneLink } from '../../components/text.tsx';
import { BackOfficeLayout } from '../../layout/back-office-layout.tsx';
import { withQuery } from '../../lists/use-list.ts';
import { OwnerName } from '../../queue/queue-table.tsx';
import { DecisionMailBox, wordsToSend } from '../decision-mail.tsx';
import { ResponseDeadline } from '../response-deadline.tsx';
import { DECIDED } from '../taken.tsx';
import { type TakenHere, useReview, useShortcuts } from './use-review.ts';
import './review.css';

export default function ReviewPage() {
  return (
    <BackOfficeLayout title="Review of Applications" needs="decide">
      <Review />
    </BackOfficeLayout>
  );
}

const KEYS = [
  ['A', 'Approve'],
  ['D', 'Decline'],
  ['S or →', 'Skip'],
  ['Z', 'Undo the last decision'],
  ['?', 'Show these keys'],
  ['Esc', 'Leave a text box; close the review'],
] as const;

/** After the review, the list offers to undo the last decision as long as that is possible. */
function offerUndo({ taken, undo }: Pick<ReturnType<typeof useReview>, 'taken' | 'undo'>) {
  const last = taken.find(({ undone, problem }) => !undone && !problem);
  const left = last?.undoUntil
    ? Date.parse(last.undoUntil) - (serverNow() ?? new Date()).getTime()
    : UNDO_SECONDS * 1000;
  if (!last || left <= 0) return;
  showToast({
    title: DECIDED[last.decision],
    description: last.name,
    duration: left,
    action: {
      label: 'Undo',
      run: () => void undo(last).then(() => queryClient.invalidateQueries()),
    },
  });
}

/** Open applications one by one over the whole screen. Escape and Close return to the list. */
function Review() {
  const [params] = useSearchParams();
  const q = params.get('q') ?? '';
  const navigate = useNavigate();
  const review = useReview(q.slice(0, 200));
  const [helping, setHelping] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    offerUndo(review);
    void navigate(withQuery('/admin/ambassadors', { q }));
  };
  const { list, detail, application, waiting, ofColleagues, skipped, taken } = review;
  useShortcuts({
    s: review.skip,
    ArrowRight: review.skip,
    z: () => void review.undo(taken.find(({ undone, problem }) => !undone && !problem)),
    '?': () => setHelping((before) => !before),
  });
  return (
    <dialog
      ref={dialog}
      className="review"
      aria-label="Review of applications"
      // Before the browser closes the dialog, which it does not always ask about.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.target.blur();
      }}
      onClose={close}
    >
      <header className="review-head">
        <p role="status">
          <span>{waiting ? `${waiting} open` : list.data && 'No application is waiting.'}</span>
          <span>{ofColleagues > 0 && `, ${ofColleagues} taken by colleagues`}</span>
        </p>
        <button type="button" className="button second compact" onClick={() => setHelping(!helping)}>
          Keys (?)
        </button>
        <button type="button" className="button second compact" onClick={close}>
          Close (Esc)
        </button>
      </header>
      {helping && (
        <dl className="review-keys" aria-label="Keys">
          {KEYS.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
      {list.isError || detail.isError ? (
        <Failed onRetry={() => void Promise.all([list.refetch(), detail.refetch()])}>
          The applications could not be loaded. Please try again.
        </Failed>
      ) : application ? (
        <OneApplication
          key={application.id}
          application={application}
          words={review.wordsOf(application.id)}
          onWords={(decision, words) => review.changeWords(application.id, { [decision]: words })}
          onDecide={(decision, words) => review.decide(application, decision, words)}
          onSkip={review.skip}
        />
      ) : !list.data || waiting ? (
        <Loading>Loading the application…</Loading>
      ) : (
        <div className="review-end">
          <h2>All done</h2>
          <button type="button" className="button primary" onClick={review.startOver}>
            {skipped ? `Review the ${skipped} skipped` : 'Look for new ones'}
          </button>
        </div>
      )}
      <TakenList taken={taken} onUndo={(entry) => void review.undo(entry)} />
    </dialog>
  );
}

const SHOWN = 3;

interface TakenProps {
  taken: readonly TakenHere[];
  onUndo: (entry: TakenHere) => void;
}

/** The last decisions of the review, each with how long it can be undone. */
const TakenList = ({ taken, onUndo }: TakenProps) => (
  <ul className="review-taken" aria-label="Decisions" aria-live="polite">
    {taken.slice(0, SHOWN).map((entry, place) => (
      <li key={taken.length - place}>
        <Entry entry={entry} onUndo={() => onUndo(entry)} />
      </li>
    ))}
  </ul>
);

function Entry({ entry, onUndo }: { entry: TakenHere; onUndo: () => void }) {
  const { name, decision, undoUntil, undone, problem } = entry;
  const left = useCountdown(undoUntil);
  const open = !undone && !problem && left > 0;
  const what = `${DECIDED[decision]} ${name}`;
  return (
    <>
      <span className={problem ? 'alarm-text' : ''}>
        {problem ? `${name}: ${problem}` : undone ? `Undone: ${name}` : what}
      </span>
      {open && (
        <>
          {/* Read out once a second it would drown everything else. */}
          <span aria-hidden="true">sending in {left} s</span>
          <button type="button" className="button second compact" onClick={onUndo}>
            Undo (Z)
          </button>
        </>
      )}
    </>
  );
}

interface ApplicationProps {
  application: AmbassadorDetail;
  /** The changed words of each mail. */
  words: Partial<Record<Decision, string | undefined>>;
  onWords: (decision: Decision, words: string | undefined) => void;
  onDecide: (decision: Decision, words: string) => void;
  onSkip: () => void;
}

/** Everything that a decision needs: the answers, and both mails with words that can be changed. */
function OneApplication({ application, words, onWords, onDecide, onSkip }: ApplicationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const decide = (decision: Decision) => {
    const sent = wordsToSend(application, decision, words[decision]);
    if (sent) onDecide(decision, sent);
  };
  useShortcuts({ a: () => decide('approve'), d: () => decide('decline') });
  const { taken } = application;
  return (
    <div className="review-one">
      <section className="review-person" aria-label="Application">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{fullName(application)}</bdi>
        </h2>
        <ResponseDeadline application={application} />
        <Facts
          facts={{
            Position: application.position,
            'In ministry': application.yearsInMinistry,
            Church: application.churchName,
            Place: `${application.churchCity}, ${application.churchState}`,
            Size: application.churchSize,
            Email: <MailLink address={application.email} />,
            Phone: <PhoneLink phone={application.phone} />,
            Owner: <OwnerName owner={application.owner ?? null} />,
          }}
        />
        <h3>Why they are interested</h3>
        <p className="said">
          <bdi>{application.whyInterested}</bdi>
        </p>
        <button type="button" className="button second compact" onClick={({ detail }) => detail < 2 && onSkip()}>
          Skip (S)
        </button>
      </section>
      {application.mails ? (
        DECISIONS.map(({ decision, label, className }) => (
          <section key={decision} className="review-mail" aria-label={`Mail: ${DECIDED[decision]}`}>
            <button
              type="button"
              className={`button ${className}`}
              // The second click of a double click would decide on the next application.
              onClick={({ detail }) => detail < 2 && decide(decision)}
            >
              {label}
            </button>
            <DecisionMailBox
              application={application}
              decision={decision}
              words={words[decision]}
              onWords={(changed) => onWords(decision, changed)}
            />
          </section>
        ))
      ) : (
        <p role="alert">
          {taken ? `${DECIDED[taken.decision]}${taken.by ? ` by ${taken.by}` : ''} already.` : 'It is closed already.'}
        </p>
      )}
    </div>
  );
}

const DECISIONS = [
  { decision: 'approve', label: 'Approve (A)', className: 'primary' },
  { decision: 'decline', label: 'Decline (D)', className: 'second alarm-text' },
] as const;
