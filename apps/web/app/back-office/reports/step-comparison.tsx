import { MAX_STEPS_OF, type SignupSteps } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { spanText, STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { listOfThoseWhoDidNot } from './stage-list.ts';
import {
  changeText,
  largestChange,
  type Stage,
  type StepRate,
  stepRates,
  timeText,
  usePeriodBefore,
} from './step-rates.ts';
import { useFunnel, useFunnelSteps } from './use-funnel.ts';
import './step-comparison.css';

/** The share of people who took each step, beside that of as many days before. Nothing unless both days are chosen. */
export function StepComparison({ filter }: { filter: SignupFilter }) {
  const period = usePeriodBefore(filter);
  const now = useFunnel(filter);
  const before = useFunnel(filter, period ?? null);
  if (!period || now.isError) return null;
  if (before.isError)
    return (
      <Failed onRetry={() => void before.refetch()}>Error loading the period before. Please try again later.</Failed>
    );
  if (!now.data || !before.data) return <div className="comparison awaited" aria-hidden="true" />;
  const busy = now.isPlaceholderData || before.isPlaceholderData;
  const steps = stepRates(now.data, before.data);
  const name = period.days === 1 ? 'the day before' : `the ${count(period.days)} days before`;
  return (
    <section className="comparison" aria-label="Compared with the period before">
      <p role="status">
        <LargestChange steps={steps} before={name} filter={filter} />
      </p>
      <Table
        caption={`Share of people who took each step, and in ${name}: ${spanText(period)}`}
        heads={HEADS}
        busy={busy}
        dense={false}
      >
        {steps.map((step) => (
          <Row key={step.to}>
            <Cell of="Step">{`${labelOf(step.from)} to ${labelOf(step.to)}`}</Cell>
            <Cell of="This period">{shareText(step.now)}</Cell>
            <Cell of="Before">{shareText(step.before)}</Cell>
            <Cell of="Change">{changeText(step)}</Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}

const HEADS = ['Step', 'This period', 'Before', 'Change'].map((label) => <Head key={label}>{label}</Head>);

const labelOf = (stage: Stage) => STAGES.find(({ key }) => key === stage)!.label;

/** "38% (13 of 34)" */
export const shareText = ({ of, reached }: StepRate['now']) =>
  of ? `${percent(reached, of)} (${count(reached)} of ${count(of)})` : 'No one';

const DID: Record<Stage, string> = {
  registered: 'registered',
  verified: 'verified the phone',
  card: 'saved a card',
  account: 'have an open account',
};

const DID_NOT: Partial<Record<Stage, string>> = {
  verified: 'did not verify the phone',
  card: 'did not save a card',
  account: 'have no open account',
};

interface Props {
  steps: StepRate[];
  /** "the 7 days before" */
  before: string;
  filter: SignupFilter;
}

function LargestChange({ steps, before, filter }: Props) {
  if (steps.every(({ change }) => change === undefined))
    return <>Nothing to compare: this period or {before} has no sign-ups.</>;
  const largest = largestChange(steps);
  if (!largest) return <>No clear change against {before}: chance alone explains differences of this size.</>;
  const { from, to, now, before: then } = largest;
  return (
    <>
      <strong>Largest change:</strong> of those who {DID[from]}, {percent(now.reached, now.of)} {DID[to]};{' '}
      {percent(then.reached, then.of)} in {before}.{' '}
      <Link to={listOfThoseWhoDidNot(filter, largest)}>
        Show the {count(now.of - now.reached)} who {DID[from]} and {DID_NOT[to]}
      </Link>
    </>
  );
}

/** How people went from step to step. */
export function StepsTables({ filter }: { filter: SignupFilter }) {
  const period = usePeriodBefore(filter);
  const now = useFunnelSteps(filter);
  const before = useFunnelSteps(filter, period ?? null);
  const failed = [now, before].find(({ isError }) => isError);
  if (failed)
    return <Failed onRetry={() => void failed.refetch()}>Error loading the steps. Please try again later.</Failed>;
  if (!now.data || (period && !before.data)) return <div className="comparison awaited" aria-hidden="true" />;
  if (now.data.of === 0) return null;
  const busy = now.isPlaceholderData || before.isPlaceholderData;
  const newest = now.data.of === MAX_STEPS_OF ? `, of the newest ${count(MAX_STEPS_OF)} sign-ups` : '';
  return (
    <details className="comparison disclosure">
      <summary>Between the steps</summary>
      <Table
        caption={`Between the steps${newest}`}
        heads={headsOf('Measure', 'This period', ...(period ? ['Before'] : []))}
        busy={busy}
        dense={false}
      >
        {MEASURES.map(({ label, text }) => (
          <Row key={label}>
            <Cell of="Measure">{label}</Cell>
            <Cell of="This period">{text(now.data)}</Cell>
            {period && <Cell of="Before">{before.data && text(before.data)}</Cell>}
          </Row>
        ))}
      </Table>
    </details>
  );
}

const headsOf = (...labels: string[]) => labels.map((label) => <Head key={label}>{label}</Head>);

const MEASURES: { label: string; text: (steps: SignupSteps) => string }[] = [
  { label: 'Registered to phone verified, median', text: (steps) => timeText(steps.medianSeconds.verified) },
  { label: 'Phone verified to card saved, median', text: (steps) => timeText(steps.medianSeconds.card) },
  { label: 'Card saved to account open, median', text: (steps) => timeText(steps.medianSeconds.account) },
  {
    label: 'Entered a code that was sent',
    text: ({ codes }) => shareText({ of: codes.sent, reached: codes.entered }),
  },
  {
    label: 'Were sent more than one code',
    text: ({ codes }) => shareText({ of: codes.sent, reached: codes.several }),
  },
];
