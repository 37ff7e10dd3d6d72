import { TRIAL_DAYS } from '@lampstand/contracts';
import type { WireStep } from '@lampstand/workflows';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Lamp } from '../components/lamp.tsx';
import { Stage } from '../components/stage.tsx';
import { site } from '../lib/site.ts';
import { setTitle } from '../lib/title.ts';
import styles from './step-layout.module.css';

/** The numbered steps. The success screen has no number. */
const LABELS = {
  registration: 'Your details',
  'phone-verification': 'Confirm your phone',
  'billing-information': 'Plan and card',
} as const;
/** The headings of the steps that have one screen. */
export const HEADINGS = {
  'phone-verification': 'Confirm your phone',
  'billing-information': 'Choose your plan and card',
} as const;
const STEPS = Object.keys(LABELS) as (keyof typeof LABELS)[];

const numberOf = (step: WireStep) => STEPS.findIndex((each) => each === step) + 1;

/** The title of a page that shows a step, such as "Step 2 of 3: Confirm your phone". */
export function pageTitle(step: WireStep, title: string): string {
  const number = numberOf(step);
  return `${number ? `Step ${number} of ${STEPS.length}: ` : ''}${title}`;
}

interface Props {
  step: WireStep;
  title: string;
  /** One line of context for a resumed sign-up. */
  recap?: string | false;
  /** False where a field takes the focus instead of the heading. */
  focusHeading?: boolean;
  children: ReactNode;
}

/** Progress, heading and benefits around the content of a step. The heading takes the focus when the title changes. */
export function StepLayout({ step, title, recap, focusHeading = true, children }: Props) {
  const heading: RefObject<HTMLHeadingElement | null> = useRef(null);

  useEffect(() => {
    if (step === 'registration') return;
    if (focusHeading) heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    setTitle(`${pageTitle(step, title)} | ${site.product}`);
  }, [step, title, focusHeading]);

  return (
    <Stage className={STAGES[step]} above={<Progress step={step} />} beside={step !== 'success' && <TrialBenefits />}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {recap && <p className={`wide ${styles.recap}`}>{recap}</p>}
      {children}
    </Stage>
  );
}

const STAGES: Partial<Record<WireStep, string>> = {
  'phone-verification': styles.code,
  'billing-information': styles.card,
  success: styles.success,
};

export function Progress({ step }: { step: WireStep }) {
  const current = numberOf(step) || STEPS.length + 1;
  return (
    <ol className={styles.steps} aria-label="Sign-up steps">
      {STEPS.map((each, at) => {
        const done = at + 1 < current;
        const state = done ? 'done' : at + 1 === current ? 'now' : 'ahead';
        return (
          <li key={each} className={styles[state]} aria-current={each === step ? 'step' : undefined}>
            <Lamp size={34} lit={state !== 'ahead'} flickers={state === 'now'} />
            <span>
              <span className={styles.number}>Step {at + 1}</span> {LABELS[each]}
              {done && <span className="unseen"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const BENEFITS = [
  { title: `${TRIAL_DAYS} days, everything included`, text: 'Every feature, for every student and leader you invite.' },
  { title: 'Nothing is charged today', text: 'The first payment comes when the trial ends, unless you cancel before.' },
  { title: 'A reminder before it ends', text: 'We email you 7 days and 1 day before, with a link to cancel.' },
] as const;

const TrialBenefits = () => (
  <aside className={styles.promise} aria-label="What you get">
    <div className={styles.promiseLamp}>
      <Lamp size={84} flickers />
    </div>
    <ul>
      {BENEFITS.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong> <span>{text}</span>
        </li>
      ))}
    </ul>
  </aside>
);
