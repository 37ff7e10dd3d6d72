import { ERRORS } from '@lampstand/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import { type Failure, FailureNotice } from './notice.tsx';

interface Props {
  /** What is wrong, by the name of the field. */
  errors: { [name: string]: { message?: string } | undefined };
  /** The names in the order in which their fields stand on the page. */
  fields: readonly string[];
  failure: Failure;
  /** Counts refused attempts: each one brings the reader here. */
  refusals: number;
}

/** Everything that keeps the form from being sent, with links to where it can be put right. */
export function ErrorSummary({ errors, fields, failure, refusals }: Props) {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  const told = useRef(0);
  // The errors may be rendered after the attempt is counted, so the box is awaited rather than expected.
  useEffect(() => {
    if (told.current === refusals || !box.current) return;
    told.current = refusals;
    box.current.focus({ preventScroll: true });
    box.current.scrollIntoView({ block: 'start' });
  });

  const wrong = fields.filter((name) => errors[name]?.message);
  if (!refusals || (!wrong.length && !failure.toast)) return null;
  return (
    <div className="stack summary" ref={box} tabIndex={-1} role="group" aria-label={ERRORS.invalid}>
      <FailureNotice failure={failure} />
      {wrong.length > 0 && (
        <div className="notice bad">
          <h2>{ERRORS.invalid}</h2>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${name}`} onClick={(event) => goTo(event, name)}>
                  {errors[name]?.message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function goTo(event: React.MouseEvent, name: string) {
  event.preventDefault();
  const control = document.getElementById(name);
  control?.closest('.field')?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
