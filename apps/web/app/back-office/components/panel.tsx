import { ambassadorApplication, statesTagged, type SubscriptionState, trialSignup } from '@lampstand/workflows';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type RequestState, stateMeaning } from '@lampstand/contracts/back-office';
import { stateName } from '../format.ts';
import { Badge, type Tone } from './badge.tsx';
import { Term } from './term.tsx';
import './panel.css';

interface Props {
  /** Also the panel's accessible name. */
  title: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: Props) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading}>
      <header className="panel-head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Names and values in two columns. Empty values are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const present = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts">
      {present.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A wide and a narrow column; one below the other on narrow screens. */
export const RecordColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="inspector">
    <div className="inspector-main">{main}</div>
    <div className="inspector-side">{side}</div>
  </div>
);

/** The fold of technical facts, closed at first: the last panel of a record, or `within` another element. */
export const Technical = ({ within = false, children }: { within?: boolean; children: ReactNode }) => (
  <details className={`unprinted ${within ? 'disclosure' : 'panel technical'}`}>
    <summary>Technical</summary>
    <div>{children}</div>
  </details>
);

/** The card with the record's status and its next actions. */
export const StatusCard = ({
  tone,
  ...section
}: ComponentProps<'section'> & { tone: 'good' | 'waiting' | 'stuck' | 'ended' }) => (
  <section className={`diagnosis ${tone}`} {...section} />
);

const tonesOf = (tone: Tone, states: string[]) => states.map((state): [string, Tone] => [state, tone]);

const SUBSCRIPTION_TONES: Record<SubscriptionState, Tone> = {
  unstarted: '',
  trialing: 'good',
  active: 'good',
  pastDue: 'bad',
  unpaid: 'bad',
  canceled: '',
};

const REQUEST_TONES: Record<RequestState, Tone> = { new: 'warn', answered: 'good', closed: '' };

const STATE_TONES = new Map<string, Tone>([
  ...tonesOf('good', statesTagged(trialSignup, 'opened')),
  ...tonesOf('good', statesTagged(ambassadorApplication, 'approved')),
  ...tonesOf('warn', statesTagged(trialSignup, 'open')),
  ...tonesOf('warn', statesTagged(ambassadorApplication, 'open')),
  ...Object.entries(SUBSCRIPTION_TONES),
  ...Object.entries(REQUEST_TONES),
]);

/** The state of a sign-up, a subscription, an ambassador application or a trial request, without its meaning where it is within a link. */
export function StateBadge({ state, plain = false }: { state: string; plain?: boolean }) {
  const meaning = stateMeaning(state);
  const badge = <Badge tone={STATE_TONES.get(state) ?? ''}>{stateName(state)}</Badge>;
  return plain || !meaning ? badge : <Term meaning={meaning}>{badge}</Term>;
}
