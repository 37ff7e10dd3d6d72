import { dollars, US_STATES } from '@lampstand/contracts';
import type { BoardState, BoardToday as Today } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { count, percent } from '../format.ts';
import { StageBar } from './bar-chart.tsx';
import { LISTS, listOfState } from './board-numbers.ts';

/** Today's numbers. Each links to its list. */
export const BoardToday = ({ today }: { today: Today }) => (
  <dl className="board-today">
    <div>
      <dt>Paying churches</dt>
      <dd>
        <Link to={LISTS.paying}>{count(today.paying)}</Link>
        <Link className="small" to={LISTS.owing}>
          {count(today.owing)} past due
        </Link>
      </dd>
    </div>
    <div>
      <dt>Monthly recurring revenue</dt>
      <dd>
        {dollars(today.monthlyInCents)}
        <span className="small quiet">after discounts that last</span>
      </dd>
    </div>
    <div>
      <dt>In the free trial</dt>
      <dd>
        <Link to={LISTS.inTrial}>{count(today.inTrial)}</Link>
        <span className="small quiet">not paying yet</span>
      </dd>
    </div>
    <div>
      <dt>Above their plan</dt>
      <dd>
        <Link to={LISTS.abovePlan}>{count(today.abovePlan)}</Link>
        <span className="small quiet">more active users last month than the plan includes</span>
      </dd>
    </div>
  </dl>
);

/** The paying churches of each state, the largest first. */
export const BoardStates = ({ states, paying }: { states: BoardState[]; paying: number }) => (
  <Panel title="Paying churches by state">
    {states.length === 0 && <p>No church pays yet.</p>}
    <ol className="board-states">
      {states.map(({ state, churches }) => {
        const name = US_STATES.find(({ value }) => value === state)?.label;
        return (
          <li key={state} className="stage-of" data-stage="card">
            {name ? <Link to={listOfState(state)}>{name}</Link> : <span>Not known</span>}
            <span className="stage-count">{count(churches)}</span>
            <span className="stage-part">{percent(churches, paying)}</span>
            <StageBar part={churches / states[0]!.churches} />
          </li>
        );
      })}
    </ol>
  </Panel>
);
