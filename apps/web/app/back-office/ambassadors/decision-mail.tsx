import { type AmbassadorDetail, type Decision, MAX_DECISION_WORDS } from '@lampstand/contracts/back-office';
import { useId, useRef } from 'react';
import { FieldError } from '../../components/field.tsx';
import './ambassadors.css';

interface Props {
  application: AmbassadorDetail;
  decision: Decision;
  /** The changed words; undefined for the original ones. */
  words: string | undefined;
  onWords: (words: string | undefined) => void;
}

/** The mail of a decision as its recipient reads it. The words between heading and footer can be changed. */
export function DecisionMailBox({ application, decision, words, onWords }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const mail = application.mails?.[decision];
  if (!mail) return null;
  const blank = words?.trim() === '';
  const restore = () => {
    onWords(undefined);
    box.current?.focus();
  };
  return (
    <div className="mail-shown">
      <p className="small quiet">To {application.email}</p>
      <p>
        <strong>{mail.subject}</strong>
      </p>
      <p className="mail-text">{mail.before.trim()}</p>
      <div className="mail-words-field">
        <div className="mail-words-head">
          <label htmlFor={id} className="small">
            Words of the mail
          </label>
          {words !== undefined && (
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
          value={words ?? mail.words}
          aria-invalid={blank || undefined}
          onChange={({ target }) => onWords(target.value === mail.words ? undefined : target.value)}
        />
        <div role="alert">{blank && <FieldError>Write the mail, or restore its original words.</FieldError>}</div>
      </div>
      <p className="mail-text small quiet">{mail.after.trim()}</p>
    </div>
  );
}

/** The words that a decision sends; undefined while there are none to send. */
export function wordsToSend({ mails }: AmbassadorDetail, decision: Decision, words: string | undefined) {
  const shown = words ?? mails?.[decision].words;
  return shown?.trim() ? shown : undefined;
}
