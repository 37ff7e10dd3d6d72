import { Face, Press } from '../parts.tsx';
import { ENGAGEMENT, QUIET } from '../sample-data.ts';
import { type Act, type DemoState, recipientName } from '../state.ts';
import { QuietStudent } from './quiet-student.tsx';

/** Engagement of the week, and the student who is going quiet. */
export function Students({ state, act }: { state: DemoState; act: Act }) {
  if (state.noah === 'open') return <QuietStudent act={act} />;
  const answer = state.notified && `You wrote to ${recipientName(state.notified)}.`;
  return (
    <>
      <Alert answer={answer} onOpen={() => act({ type: 'openNoah' })} />
      <div className="portal-columns">
        <Weeks />
        <Groups />
      </div>
      <Insight />
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

const { weeks, students, groups, insight } = ENGAGEMENT;
const CHART = { height: 92, step: 28, bar: 19 } as const;

/** Students who took part, week by week. */
export const Weeks = () => (
  <div className="demo-card">
    <p className="demo-name">Weekly engagement</p>
    <p className="demo-title">
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
          <text x={CHART.bar / 2} y={CHART.height - heightOf(count) - 5} textAnchor="middle">
            {count}
          </text>
        </g>
      ))}
    </svg>
    <p className="demo-fine">Seven weeks</p>
  </div>
);

const heightOf = (count: number) => Math.round((count / students) * CHART.height);

export const Groups = () => (
  <div className="demo-card">
    <p className="demo-name">Groups this week</p>
    <ul className="portal-groups">
      {groups.map(({ name, active, of }) => (
        <li key={name}>
          <span id={`group-${name}`}>{name}</span>{' '}
          <span className="demo-fine">
            {active} of {of}
          </span>
          <meter aria-labelledby={`group-${name}`} min={0} max={of} value={active} />
        </li>
      ))}
    </ul>
  </div>
);

export const Insight = () => (
  <div className="demo-card insight">
    <p className="demo-name">AI-powered insight</p>
    <p>{insight}</p>
  </div>
);
