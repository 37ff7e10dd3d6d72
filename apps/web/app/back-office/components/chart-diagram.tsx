import { merged, type TimelineEntry } from '@lampstand/contracts/back-office';
import {
  type AmbassadorEvent,
  type Chart,
  type SubscriptionEvent,
  transitionsOf,
  type TrialEvent,
} from '@lampstand/workflows';
import { useMemo } from 'react';
import { stateName } from '../format.ts';
import { BOX, layoutChart, type Line } from './chart-layout.ts';
import './chart-diagram.css';

/** Short labels of the events. */
const TRIAL_LABELS: Record<TrialEvent['type'], string> = {
  'signup.saved': 'details saved',
  'phone.changed': 'number changed',
  'phone.verified': 'phone verified',
  'email.corrected': 'email corrected',
  'link.requested': 'link requested',
  'visitor.wentQuiet': 'person went quiet',
  'plan.selected': 'plan chosen',
  'payment.linkRequested': 'payment link sent',
  'card.saved': 'card stored',
  'card.lost': 'card refused',
  'account.opened': 'account opened',
  'account.existed': 'account existed',
  'opening.retried': 'opening tried again',
  'signup.cancelled': 'canceled by support',
};
const SUBSCRIPTION_LABELS: Record<SubscriptionEvent['type'], string> = {
  'trial.started': 'trial started',
  'became.trialing': 'in trial again',
  'became.active': 'plan billed',
  'became.pastDue': 'payment failed',
  'became.unpaid': 'retries ended',
  'became.canceled': 'ended',
};
const AMBASSADOR_LABELS: Record<AmbassadorEvent['type'], string> = {
  'application.submitted': 'form sent',
  'review.started': 'review started',
  'application.approved': 'approved',
  'application.declined': 'declined',
  'application.withdrawn': 'withdrawn',
};
const LABELS: Record<string, string> = merged(merged(TRIAL_LABELS, SUBSCRIPTION_LABELS), AMBASSADOR_LABELS);
const eventLabel = (event: string) => LABELS[event] ?? event;

interface Props {
  chart: Chart;
  /** What the chart is of, for the accessible name: "a sign-up". */
  of: string;
  state: string;
  timeline: TimelineEntry[];
}

/** A chart with the current state highlighted and the path taken marked, from the journal. */
export function ChartDiagram({ chart, of, state, timeline }: Props) {
  const layout = useMemo(() => layoutChart(chart), [chart]);
  const events = timeline.filter(({ kind }) => kind === 'event');
  const visited = new Set(events.flatMap(({ from, to }) => [from, to]));
  const taken = new Set(events.map(({ from, to }) => `${from}>${to}`));
  const passed = layout.boxes.filter((box) => visited.has(box.state) && box.state !== state);
  const text = `Stands at ${stateName(state)}${passed.length ? `; came through ${passed.map((box) => stateName(box.state)).join(', ')}` : ''}.`;
  return (
    <figure className="chart">
      <svg
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={`The chart of ${of}. ${text}`}
      >
        <defs>
          {['ahead', 'gone'].map((kind) => (
            <marker
              key={kind}
              id={`${chart.id}-tip-${kind}`}
              viewBox="0 0 8 8"
              refX="4"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path className={`tip ${kind}`} d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        {layout.lines
          .toSorted((a, b) => Number(isTaken(a, taken)) - Number(isTaken(b, taken)))
          .map((line) => (
            <g
              key={`${line.from}>${line.to}`}
              className={`transition ${line.kind} ${isTaken(line, taken) ? 'gone' : ''}`}
            >
              <path d={line.path} markerEnd={`url(#${chart.id}-tip-${isTaken(line, taken) ? 'gone' : 'ahead'})`}>
                <title>{`${stateName(line.from)} to ${stateName(line.to)}: ${line.events.map(eventLabel).join(', ')}`}</title>
              </path>
              {line.label && <text {...line.label}>{line.events.map(eventLabel).join(', ')}</text>}
            </g>
          ))}
        {layout.boxes.map(({ state: each, x, y, width }) => (
          <g
            key={each}
            className={`place ${each === state ? 'lit' : visited.has(each) ? 'passed' : ''}`}
            data-state={each}
          >
            <rect x={x} y={y} width={width} height={BOX.height} rx="12" />
            <text x={x + width / 2} y={y + BOX.height / 2 + 4.5} textAnchor="middle">
              {each !== state && visited.has(each) ? `✓ ${stateName(each)}` : stateName(each)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <details>
          <summary>What can happen next</summary>
          <NextTransitions chart={chart} state={state} />
        </details>
      </figcaption>
    </figure>
  );
}

const isTaken = ({ from, to }: Line, taken: Set<string>) => taken.has(`${from}>${to}`);

function NextTransitions({ chart, state }: { chart: Chart; state: string }) {
  const transitions = transitionsOf(chart).filter(({ from }) => from === state);
  if (!transitions.length) return <p>Nothing: this state is final.</p>;
  return (
    <ul>
      {transitions.map(({ event, to }) => (
        <li key={event}>
          {sentence(eventLabel(event))}: <span>{to === state ? 'stays here' : `goes to ${stateName(to)}`}</span>
        </li>
      ))}
    </ul>
  );
}

const sentence = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
