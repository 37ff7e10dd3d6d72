import type { WireStep } from '@lampstand/workflows';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { site } from '../site/env.ts';
import { Lamp } from '../site/logo.tsx';
import { Promise30 } from './promise.tsx';

/** The steps that ask something of a person. Success asks nothing: all lamps burn. */
const LABELS = {
  registration: 'Your details',
  'phone-verification': 'Confirm your phone',
  'billing-information': 'Plan and card',
} as const;
const ASKING = Object.keys(LABELS) as (keyof typeof LABELS)[];

export const numberOf = (step: WireStep) => ASKING.findIndex((each) => each === step) + 1;

interface Props {
  step: WireStep;
  title: string;
  /** One line for someone who comes back. */
  recap?: string | false;
  children: ReactNode;
}

/** The frame of every step: where you are, a heading that takes the focus, and what the trial promises. */
export function Stage({ step, title, recap, children }: Props) {
  const heading: RefObject<HTMLHeadingElement | null> = useRef(null);
  const number = numberOf(step);

  useEffect(() => {
    if (step === 'registration') return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    document.title = `${number ? `Step ${number} of ${ASKING.length}: ` : ''}${title} | ${site.product}`;
  }, [step, title, number]);

  return (
    <div className={`stage ${step}`}>
      <Steps step={step} />
      <section className="stage-main stack">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {recap && <p className="recap wide">{recap}</p>}
        {children}
      </section>
      {step !== 'success' && <Promise30 />}
    </div>
  );
}

function Steps({ step }: { step: WireStep }) {
  const current = numberOf(step) || ASKING.length + 1;
  return (
    <ol className="steps" aria-label="Sign-up steps">
      {ASKING.map((each, at) => {
        const done = at + 1 < current;
        const state = done ? 'done' : at + 1 === current ? 'now' : 'ahead';
        return (
          <li key={each} className={state} aria-current={each === step ? 'step' : undefined}>
            <Lamp size={34} lit={state !== 'ahead'} />
            <span>
              <span className="step-number">Step {at + 1}</span> {LABELS[each]}
              {done && <span className="unseen"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
