import { useId } from 'react';
import { Face, Press } from '../parts.tsx';
import { CHALLENGE, ENGAGEMENT, GROUP, QUIET } from '../sample-data.ts';
import { doneBy } from '../student/challenge.tsx';
import { type Act, type DemoState, recipientName } from '../state.ts';
import { QuietStudent } from './quiet-student.tsx';
import './groups.css';
import './weeks.css';

/** Engagement of the week, and the student who is going quiet. */
export function Students({ state, act }: { state: DemoState; act: Act }) {
  if (state.noah === 'open') return <QuietStudent act={act} />;
  const took = state.reading === 'done' || state.challengeDone ? 1 : 0;
  const answer = state.notified && `You wrote to ${recipientName(state.notified)}.`;
  return (
    <>
      <Alert answer={answer} onOpen={() => act({ type: 'openNoah' })} />
      <div className="portal-columns">
        <Weeks more={took} />
        <Groups more={took} />
        <Insight />
        <ChallengeThisWeek done={doneBy(state.challengeDone)} />
      </div>
    </>
  );
}

/** The alert about a student who is going quiet. */
export const Alert = ({ answer, onOpen }: { answer?: string | undefined; onOpen?: () => void }) => (
  <div className={answer ? 'demo-card alert answered' : 'demo-card alert'}>
    <div className="demo-person">
      <Face of={QUIET.who} size={48} />
      <div>
        <p className="demo-name">{QUIET.who.name} has gone quiet</p>
        <p>{answer ?? QUIET.alert}</p>
      </div>
      <Press className={answer ? 'demo-button second' : 'demo-button'} onPress={onOpen}>
        See {QUIET.who.name}
      </Press>
    </div>
  </div>
);

const { weeks: sampled, students, groups, insight } = ENGAGEMENT;
const CHART = { height: 92, step: 28, bar: 19 } as const;

/** Students who took part, week by week; `more` of them since the demo began. */
export function Weeks({ more = 0 }: { more?: number }) {
  const weeks = [...sampled.slice(0, -1), sampled.at(-1)! + more];
  return (
    <div className="demo-card">
      <p className="demo-name">Weekly engagement</p>
      <p key={more} className="demo-title">
        {weeks.at(-1)} of {students} students
      </p>
      <svg
        className="portal-weeks"
        role="img"
        aria-label={`Students who took part in the last ${weeks.length} weeks: ${weeks.join(', ')}.`}
        viewBox={`0 0 ${CHART.step * weeks.length} ${CHART.height + 16}`}
        width={CHART.step * weeks.length}
        height={CHART.height + 16}
      >
        {weeks.map((count, week) => (
          <g key={week} transform={`translate(${week * CHART.step + (CHART.step - CHART.bar) / 2} 16)`}>
            <rect
              className={week === weeks.length - 1 ? 'now' : undefined}
              y={CHART.height - heightOf(count)}
              width={CHART.bar}
              height={heightOf(count)}
              rx="5"
            />
            <text key={count} x={CHART.bar / 2} y={CHART.height - heightOf(count) - 5} textAnchor="middle">
              {count}
            </text>
          </g>
        ))}
      </svg>
      <p className="demo-fine">Seven weeks</p>
    </div>
  );
}

const heightOf = (count: number) => Math.round((count / students) * CHART.height);

/** Groups with the students who took part this week; `more` of Emma’s since the demo began. */
export const Groups = ({ more = 0 }: { more?: number }) => (
  <div className="demo-card">
    <p className="demo-name">Groups this week</p>
    <ul className="portal-groups">
      {groups.map(({ name, active, of }) => (
        <GroupLine key={name} name={name} active={active + (name === GROUP ? more : 0)} of={of} />
      ))}
    </ul>
  </div>
);

interface GroupOfWeek {
  name: string;
  /** Students who took part. */
  active: number;
  of: number;
}

function GroupLine({ name, active, of }: GroupOfWeek) {
  const id = useId();
  return (
    <li>
      <span id={id}>{name}</span>{' '}
      <span key={active} className="demo-fine">
        {active} of {of}
      </span>
      <meter aria-labelledby={id} min={0} max={of} value={active} />
    </li>
  );
}

/** One group of the week. */
export const Group = (group: GroupOfWeek) => (
  <div className="demo-card">
    <p className="demo-name">Took part this week</p>
    <ul className="portal-groups">
      <GroupLine {...group} />
    </ul>
  </div>
);

const Insight = () => (
  <div className="demo-card insight">
    <p className="demo-name">AI-powered insight</p>
    <p>{insight}</p>
  </div>
);

const ChallengeThisWeek = ({ done }: { done: number }) => (
  <div className="demo-card">
    <p className="demo-name">Challenge this week</p>
    <p>{CHALLENGE.title}</p>
    <p key={done} className="demo-fine">
      {done} of 5 have done it
    </p>
  </div>
);
