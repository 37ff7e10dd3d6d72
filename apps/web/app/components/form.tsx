import { ERRORS } from '@lampstand/contracts';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { errorsOf, type RefusedForm } from '../lib/posted-form.ts';
import { useErrorInTitle } from '../lib/title.ts';
import { type Failure, FailureNotice, Notice, useFailure } from './notice.tsx';
import styles from './form.module.css';

/** A group of fields in two columns, as a card. */
export const FieldGroup = ({ legend, children }: { legend: ReactNode; children: ReactNode }) => (
  <fieldset className={`card ${styles.group}`}>
    <legend>{legend}</legend>
    <Fields>{children}</Fields>
  </fieldset>
);

/** Fields in two columns; what has the class `wide` spans both. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;

interface SummaryProps {
  /** Errors by field name. */
  errors: { [name: string]: { message?: string } | undefined };
  /** Field names in page order. */
  fields: readonly string[];
  failure: Failure;
  /** Number of refused attempts; each increase moves the focus here. */
  refusals: number;
  /** What else helps after the failure. */
  children?: ReactNode;
}

/** Lists what keeps the form from being sent, with links to the fields. */
export function ErrorSummary({ errors, fields, failure, refusals, children }: SummaryProps) {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  const focused = useRef(0);
  // Runs on every render: the errors may render after the attempt is counted.
  useEffect(() => {
    if (focused.current === refusals || !box.current) return;
    focused.current = refusals;
    box.current.focus({ preventScroll: true });
    box.current.scrollIntoView({ block: 'start' });
  });

  const wrong = fields.filter((name) => errors[name]?.message);
  const shown = refusals > 0 && (wrong.length > 0 || failure.toast !== undefined);
  useErrorInTitle(shown);
  if (!shown) return null;
  return (
    <div
      className={`stack ${styles.summary}`}
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={ERRORS.invalid}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a page without scripts starts at its errors
      autoFocus
    >
      <FailureNotice failure={failure}>{children}</FailureNotice>
      {wrong.length > 0 && (
        <Notice tone="bad">
          <h2>{ERRORS.invalid}</h2>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${name}`} onClick={(event) => focusField(event, name)}>
                  {errors[name]?.message}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function focusField(event: React.MouseEvent, name: string) {
  event.preventDefault();
  const field = document.getElementById(name);
  const control = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field;
  field?.closest('[data-field]')?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** Shown above a form whose draft was restored. */
export const DraftNotice = ({ onStartOver }: { onStartOver: () => void }) => (
  <Notice tone="good">
    <div className="row">
      <span>We kept what you typed.</span>
      <button type="button" className="link-button" onClick={onStartOver}>
        Start over
      </button>
    </div>
  </Notice>
);

/** The summary of a form that the server refused, on a page without React's scripts. */
export function RefusalNotice({ refused }: { refused: RefusedForm }) {
  const { error, fields } = refused.error;
  const failure = useFailure(fields ? undefined : { title: error });
  return <ErrorSummary errors={errorsOf(refused)} fields={Object.keys(fields ?? {})} failure={failure} refusals={1} />;
}
