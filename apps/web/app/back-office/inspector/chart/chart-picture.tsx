import type { TimelineEntry } from '@lampstand/contracts/back-office';
import { movesOf, type TrialEvent, trialSignup } from '@lampstand/workflows';
import { stateName } from '../../parts/state-names.ts';
import { BOX, drawingOf, type Line } from './drawing.ts';
import '../../../styles/chart.css';

const DRAWING = drawingOf(trialSignup);
const MOVES = movesOf(trialSignup);

/** What makes each move, as short as a label. */
const WHEN: Record<TrialEvent['type'], string> = {
  'signup.saved': 'details saved',
  'phone.changed': 'number changed',
  'phone.verified': 'phone proven',
  'email.corrected': 'e-mail corrected',
  'link.requested': 'link asked for',
  'visitor.wentQuiet': 'person went quiet',
  'plan.selected': 'plan chosen',
  'payment.linkRequested': 'payment link sent',
  'card.saved': 'card stored',
  'card.lost': 'card refused',
  'account.opened': 'account opened',
  'account.existed': 'account existed',
  'opening.retried': 'opening tried again',
  'signup.cancelled': 'cancelled by support',
};
const when = (event: string) => WHEN[event as TrialEvent['type']] ?? event;

/** The chart from its definition: where the sign-up stands is lit, and where it has been is marked from its journal. */
export function ChartPicture({ state, timeline }: { state: string; timeline: TimelineEntry[] }) {
  const moves = timeline.filter(({ kind }) => kind === 'event');
  const been = new Set(moves.flatMap(({ from, to }) => [from, to]));
  const gone = new Set(moves.map(({ from, to }) => `${from}>${to}`));
  const passed = DRAWING.boxes.filter((box) => been.has(box.state) && box.state !== state);
  const text = `Stands at ${stateName(state)}${passed.length ? `; came through ${passed.map((box) => stateName(box.state)).join(', ')}` : ''}.`;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`} role="img" aria-label={`The chart of a sign-up. ${text}`}>
        <defs>
          {['ahead', 'gone'].map((kind) => (
            <marker
              key={kind}
              id={`tip-${kind}`}
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
        {DRAWING.lines
          .toSorted((a, b) => Number(isGone(a, gone)) - Number(isGone(b, gone)))
          .map((line) => (
            <g key={`${line.from}>${line.to}`} className={`move ${line.kind} ${isGone(line, gone) ? 'gone' : ''}`}>
              <path d={line.path} markerEnd={`url(#tip-${isGone(line, gone) ? 'gone' : 'ahead'})`}>
                <title>{`${stateName(line.from)} to ${stateName(line.to)}: ${line.events.map(when).join(', ')}`}</title>
              </path>
              {line.label && <text {...line.label}>{line.events.map(when).join(', ')}</text>}
            </g>
          ))}
        {DRAWING.boxes.map(({ state: each, x, y, width }) => (
          <g
            key={each}
            className={`place ${each === state ? 'lit' : been.has(each) ? 'passed' : ''}`}
            data-state={each}
          >
            <rect x={x} y={y} width={width} height={BOX.height} rx="12" />
            <text x={x + width / 2} y={y + BOX.height / 2 + 4.5} textAnchor="middle">
              {each !== state && been.has(each) ? `✓ ${stateName(each)}` : stateName(each)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <details>
          <summary>What may happen from here</summary>
          <WhatMayHappen state={state} />
        </details>
      </figcaption>
    </figure>
  );
}

const isGone = ({ from, to }: Line, gone: Set<string>) => gone.has(`${from}>${to}`);

function WhatMayHappen({ state }: { state: string }) {
  const moves = MOVES.filter(({ from }) => from === state);
  if (!moves.length) return <p>Nothing more: this is an end of the chart.</p>;
  return (
    <ul>
      {moves.map(({ event, to }) => (
        <li key={event}>
          {sentence(when(event))}: {to === state ? 'stays here' : `goes to ${stateName(to)}`}
        </li>
      ))}
    </ul>
  );
}

const sentence = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
