import { UNEXPECTED } from '@lampstand/contracts';
import {
  type AmbassadorAnswer,
  type AmbassadorDetail,
  type Decision as DecisionName,
  type DecisionMail,
  DECISIONS,
  MAX_DECISION_WORDS,
} from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { FieldError } from '../../components/field.tsx';
import { ifMatch, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { StatusCard } from '../components/panel.tsx';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { recordDraft } from '../layout/drafts.ts';
import { applicationPath } from './application-bar.tsx';
import { isOpen, ResponseDeadline } from './response-deadline.tsx';
import { Taken } from './taken.tsx';
import './ambassadors.css';

interface Props {
  application: AmbassadorDetail;
  onDecided?: ((decision: DecisionName, answer: AmbassadorAnswer) => void) | undefined;
}

/** The due day and the buttons of the decision, or who decided. */
export function Decision({ application, onDecided }: Props) {
  const mayDecide = useStaff().may('decide');
  const card = useRef<HTMLElement>(null);
  const open = isOpen(application.state);
  return (
    <StatusCard ref={card} tabIndex={-1} tone={open ? 'waiting' : 'ended'} aria-label="Decision">
      {open && !application.taken ? (
        <p className="decision-clock">
          <ResponseDeadline application={application} />
        </p>
      ) : (
        <Taken application={application} />
      )}
      {application.mails && (
        <Decide
          application={application}
          mails={application.mails}
          onDecided={onDecided ?? (() => card.current?.focus())}
        />
      )}
      {!mayDecide && open && <p className="quiet">Only administrators decide. You can leave a note for them below.</p>}
    </StatusCard>
  );
}

const BUTTONS: Record<DecisionName, { label: string; key: string; look: string; mail: string }> = {
  approve: { label: 'Approve', key: 'A', look: 'primary', mail: 'Email of an approval' },
  decline: { label: 'Decline', key: 'D', look: 'second alarm-text', mail: 'Email of a decline' },
};

type Words = Partial<Record<DecisionName, string>>;

interface DecideProps extends Required<Props> {
  mails: Record<DecisionName, DecisionMail>;
}

/** Approve and Decline decide at once; the decision can be undone for ten seconds. The words of both emails can be changed before. */
function Decide({ application, mails, onDecided }: DecideProps) {
  const path = applicationPath(application.id);
  const draft = recordDraft<Words>(`${path} decision`);
  const [words, setWords] = useState<Words>(() => draft.read() ?? {});
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (decision: DecisionName) =>
      post<AmbassadorAnswer>(
        `${path}/${decision}`,
        { words: words[decision] ?? mails[decision].words },
        ifMatch(application.seen),
      ),
    onSuccess: (answer, decision) => onDecided(decision, answer),
    onSettled: () => queries.invalidateQueries(),
  });
  const isBlank = (decision: DecisionName) => words[decision]?.trim() === '';
  const decide = (decision: DecisionName) => !act.isPending && !isBlank(decision) && act.mutate(decision);
  const write = (decision: DecisionName, text: string) => {
    const changed = { ...words, [decision]: text === mails[decision].words ? undefined : text };
    setWords(changed);
    draft.write(changed);
  };
  useCommands(
    DECISIONS.map((decision) => ({
      label: `${BUTTONS[decision].label}: this application`,
      run: () => decide(decision),
    })),
  );
  return (
    <>
      <div className="row">
        {DECISIONS.map((decision) => (
          <button
            key={decision}
            type="button"
            className={`button ${BUTTONS[decision].look}`}
            aria-keyshortcuts={BUTTONS[decision].key}
            aria-disabled={act.isPending || undefined}
            // The second click of a double click would decide on the next application.
            onClick={({ detail }) => detail < 2 && decide(decision)}
          >
            {BUTTONS[decision].label}
            <kbd aria-hidden="true">{BUTTONS[decision].key}</kbd>
          </button>
        ))}
      </div>
      <p role="alert">{act.error ? (causeOf(act.error) ?? UNEXPECTED) : ''}</p>
      <p className="quiet">The email goes out ten seconds after you decide. Until then you can undo it.</p>
      {DECISIONS.map((decision) => (
        <Mail
          key={decision}
          title={BUTTONS[decision].mail}
          to={application.email}
          mail={mails[decision]}
          words={words[decision]}
          onWords={(text) => write(decision, text)}
        />
      ))}
    </>
  );
}

interface MailProps {
  title: string;
  to: string;
  mail: DecisionMail;
  /** The changed words; undefined for the original ones. */
  words: string | undefined;
  onWords: (words: string) => void;
}

/** The email of a decision as its recipient reads it. The words between heading and footer can be changed. */
function Mail({ title, to, mail, words = mail.words, onWords }: MailProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const blank = words.trim() === '';
  const restore = () => {
    onWords(mail.words);
    box.current?.focus();
  };
  return (
    <details className="decision-mail">
      <summary>
        {title}
        {words !== mail.words && <span className="quiet"> (changed)</span>}
      </summary>
      <div className="mail-shown" role="group" aria-label={title}>
        <p className="small quiet">To {to}</p>
        <p>
          <strong>{mail.subject}</strong>
        </p>
        <p className="mail-text">{mail.before.trim()}</p>
        <div className="mail-words-field">
          <div className="mail-words-head">
            <label htmlFor={id} className="small">
              Words of the email
            </label>
            {words !== mail.words && (
              <button type="button" className="link-button" onClick={restore}>
                Restore the original words
              </button>
            )}
          </div>
          <textarea
            ref={box}
            id={id}
            name="words"
            className="control mail-words"
            rows={8}
            maxLength={MAX_DECISION_WORDS}
            value={words}
            aria-invalid={blank || undefined}
            onChange={({ target }) => onWords(target.value)}
          />
        </div>
        <p className="mail-text small quiet">{mail.after.trim()}</p>
      </div>
      <div role="alert">{blank && <FieldError>Write the email, or restore its original words.</FieldError>}</div>
    </details>
  );
}
