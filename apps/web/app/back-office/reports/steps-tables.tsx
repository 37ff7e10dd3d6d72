import { MAX_STEPS_OF, type SignupSteps } from '@lampstand/contracts/back-office';
import { Failed } from '../components/placeholders.tsx';
import { count } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { shareText } from './step-comparison.tsx';
import { periodBefore, timeText } from './step-rates.ts';
import { useFunnelSteps } from './use-funnel.ts';
import './step-comparison.css';

/** How people went from step to step. */
export function StepsTables({ filter }: { filter: SignupFilter }) {
  const period = filter.since ? undefined : periodBefore(filter.span);
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
    <div className="comparison">
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
    </div>
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
