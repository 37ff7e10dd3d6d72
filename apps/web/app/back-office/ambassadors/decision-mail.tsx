import type { AmbassadorDetail, Decision } from '@lampstand/contracts/back-office';
import { useId } from 'react';
import './ambassadors.css';

interface Props {
  application: AmbassadorDetail;
  decision: Decision;
  /** The personal words, typed between the paragraphs. */
  note: string;
  onNote: (note: string) => void;
}

/** The mail of a decision as its recipient reads it, with a box for personal words where they stand in it. */
export function DecisionMailBox({ application, decision, note, onNote }: Props) {
  const id = useId();
  const mail = application.mails?.[decision];
  if (!mail) return null;
  return (
    <div className="mail-shown">
      <p className="small quiet">To {application.email}</p>
      <p>
        <strong>{mail.subject}</strong>
      </p>
      <p className="mail-text">{mail.before.trim()}</p>
      <div className="field">
        <label htmlFor={id} className="small">
          Personal words (optional)
        </label>
        <textarea
          id={id}
          name="note"
          className="control"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      </div>
      <p className="mail-text">{mail.after.trim()}</p>
    </div>
  );
}
