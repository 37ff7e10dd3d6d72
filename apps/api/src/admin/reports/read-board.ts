import { sqlStates, trialSignup } from '@lampstand/workflows';
import { US_STATES } from '@lampstand/contracts';
import { type Board, type BoardMonth, type BoardState, type BoardToday, MOVES } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, type Sql, sql } from '../../platform/database/sql.ts';
import {
  cell,
  type CsvFile,
  IS_ABOVE_PLAN,
  IS_IN_TRIAL,
  IS_OWING,
  IS_PAYING,
  label,
  MOVE_CENTS,
  MOVE_COUNTS,
  movesOf,
} from '../lists/index.ts';
import { monthsUntil } from './months.ts';

const TODAY = sql`
  SELECT (count(*) FILTER (WHERE ${IS_PAYING}))::int AS paying, (count(*) FILTER (WHERE ${IS_OWING}))::int AS owing,
         (count(*) FILTER (WHERE ${IS_IN_TRIAL}))::int AS "inTrial", (count(*) FILTER (WHERE ${IS_ABOVE_PLAN}))::int AS "abovePlan",
         coalesce(sum(monthly_in_cents) FILTER (WHERE ${IS_PAYING}), 0)::float8 AS "monthlyInCents"
    FROM subscriptions`;

/** Members who pay by the state of the church that signed up. */
const STATES = sql`
  SELECT church_state AS state, count(*)::int AS churches
    FROM (SELECT id FROM subscriptions WHERE ${IS_PAYING}) AS paying JOIN trial_signups USING (id)
   WHERE state IN (${raw(sqlStates(trialSignup, 'opened'))}) GROUP BY church_state`;

const moneyOf = (column: string): Sql => raw(`to_char("${column}" / 100, 'FM999999990.00')`);

/** The numbers of the board page: paying members, monthly revenue, and the changes of each month. */
@Injectable()
export class ReadBoard {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute(): Promise<Board> {
    const [[today], states, months] = await Promise.all([
      this.dataSource.query<[Omit<BoardToday, 'states'>]>(...TODAY.parameterized),
      this.dataSource.query<BoardState[]>(...sql`${STATES} ORDER BY churches DESC, state`.parameterized),
      this.dataSource.query<(BoardMonth & { first: string })[]>(
        ...sql`${this.months} ORDER BY first DESC`.parameterized,
      ),
    ]);
    return {
      asOf: this.clock.now().toISOString(),
      today: { ...today, states },
      months: months.map(({ first: _, ...month }) => month),
    };
  }

  /** The months, a row each. */
  monthsFile(): CsvFile {
    return this.fileOf('board', this.months, 'first', [
      cell('Month', raw(`to_char(first, 'YYYY-MM-DD')`)),
      cell('Is over', raw(`CASE WHEN row_number() OVER (ORDER BY first DESC) = 1 THEN 'No, so far' ELSE 'Yes' END`)),
      cell('Paying churches at its end', raw('paying')),
      cell('Monthly recurring revenue at its end', moneyOf('monthlyInCents')),
      ...MOVES.map((move) => cell(FILE_HEADERS[move], raw(`"${move}"`))),
      cell('Revenue of new', moneyOf('newInCents')),
      cell('Revenue of ended', moneyOf('endedInCents')),
      cell('Changes of price and plan', moneyOf('changedInCents')),
    ]);
  }

  /** The states of today's paying churches, a row each. */
  statesFile(): CsvFile {
    return this.fileOf('board-states', STATES, 'churches', [
      cell('State of the church', label('state', US_STATES)),
      cell('Paying churches', raw('churches')),
    ]);
  }

  private fileOf(list: 'board' | 'board-states', rows: Sql, order: string, cells: CsvFile['cells']): CsvFile {
    const sort = { by: order, key: raw(order), type: 'text', id: raw('1'), descending: true } as const;
    const source = { from: sql`(${rows}) AS ${raw('board')}`, where: raw('true'), sort };
    return { list, name: `${list}-${this.today.day}.csv`, filter: {}, source, cells, changedSince: () => raw('true') };
  }

  /** The numbers at the end of a month are today's numbers minus all changes since then. */
  private get months(): Sql {
    return sql`
      WITH ${monthsUntil(this.clock.now(), this.settings.ORG_TIME_ZONE)},
      moved AS (SELECT first, ${MOVE_COUNTS}, ${MOVE_CENTS} FROM ${movesOf(raw('months'))} GROUP BY first),
      today AS (${TODAY})
      SELECT first, to_char(first, 'YYYY-MM') AS month, ${raw(
        [...MOVES, 'newInCents', 'endedInCents', 'changedInCents']
          .map((name) => `coalesce("${name}", 0) AS "${name}"`)
          .join(', '),
      )},
             (paying - coalesce(sum("new" - "endedByMember" - "endedUnpaid" - "endedByUs") OVER later, 0))::int AS paying,
             "monthlyInCents" - coalesce(sum("newInCents" + "endedInCents" + "changedInCents") OVER later, 0) AS "monthlyInCents"
        FROM months LEFT JOIN moved USING (first) CROSS JOIN today
      WINDOW later AS (ORDER BY first DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  }
}

const FILE_HEADERS: Record<(typeof MOVES)[number], string> = {
  new: 'New paying',
  trialOver: 'Free trials that ended',
  trialPaid: 'Of them, paying',
  endedInTrial: 'Ended in the trial',
  endedByMember: 'Ended by the member',
  endedUnpaid: 'Ended unpaid',
  endedByUs: 'Ended by us',
};
