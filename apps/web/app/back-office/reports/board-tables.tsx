import { dollars } from '@lampstand/contracts';
import type { BoardMonth, Move } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { count, MOVE_NAMES, monthText } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { endedOf, listOfMove, trialToPaid } from './board-numbers.ts';

const headsOf = (...labels: string[]) => labels.map((label) => <Head key={label}>{label}</Head>);

const NOTHING = '–';

const signed = (number: number, text: (number: number) => string) =>
  `${number > 0 ? '+' : number < 0 ? '-' : ''}${text(Math.abs(number))}`;

/** From the end of the month before to the end of this one. */
export function BoardMonthTable({ month, before }: { month: BoardMonth; before: BoardMonth }) {
  const inList = (move: Move, sign: 1 | -1): ReactNode => (
    <Link to={listOfMove(move, month.month)}>{signed(sign * month[move], count)}</Link>
  );
  const ended = endedOf(month);
  const rows: [what: string, churches: ReactNode, cents: ReactNode][] = [
    ['Paying at the start', count(before.paying), dollars(before.monthlyInCents)],
    [MOVE_NAMES.new, inList('new', 1), signed(month.newInCents, dollars)],
    [MOVE_NAMES.endedByMember, inList('endedByMember', -1), NOTHING],
    [MOVE_NAMES.endedUnpaid, inList('endedUnpaid', -1), NOTHING],
    [MOVE_NAMES.endedByUs, inList('endedByUs', -1), NOTHING],
    ['Ended in all', signed(-ended, count), signed(month.endedInCents, dollars)],
    ['Changes of price or plan', NOTHING, signed(month.changedInCents, dollars)],
    ['Net change', signed(month.new - ended, count), signed(month.monthlyInCents - before.monthlyInCents, dollars)],
    ['Paying at the end', count(month.paying), dollars(month.monthlyInCents)],
  ];
  return (
    <>
      <Table caption="Paying churches" heads={headsOf('What', 'Churches', 'Each month')} dense={false}>
        {rows.map(([what, churches, cents]) => (
          <Row key={what}>
            <Cell of="What">{what}</Cell>
            <Cell of="Churches">{churches}</Cell>
            <Cell of="Each month">{cents}</Cell>
          </Row>
        ))}
      </Table>
      <p>
        Trial to paid: <strong>{trialToPaid(month)}</strong>. Of{' '}
        <Link to={listOfMove('trialOver', month.month)}>{count(month.trialOver)}</Link> free trials that ended,{' '}
        <Link to={listOfMove('trialPaid', month.month)}>{count(month.trialPaid)}</Link> went on to a plan and{' '}
        <Link to={listOfMove('endedInTrial', month.month)}>{count(month.endedInTrial)}</Link> ended.
      </p>
      <p className="small quiet">
        By us: canceled by our team, here or in Stripe, also for an erasure. By the member: canceled on the plan page.
      </p>
    </>
  );
}

const MONTH_HEADS = ['Month', 'Paying at its end', 'Each month', 'New', 'Ended', 'Trial to paid'] as const;

export const BoardMonthsTable = ({ months }: { months: BoardMonth[] }) => (
  <Table caption="Paying churches by month" heads={headsOf(...MONTH_HEADS)} dense={false}>
    {months.map((month, at) => (
      <Row key={month.month}>
        <Cell of="Month" className="nowrap">{`${monthText(month.month)}${at === 0 ? ', so far' : ''}`}</Cell>
        <Cell of="Paying at its end">{count(month.paying)}</Cell>
        <Cell of="Each month">{dollars(month.monthlyInCents)}</Cell>
        <Cell of="New">
          <Link to={listOfMove('new', month.month)}>{count(month.new)}</Link>
        </Cell>
        <Cell of="Ended">{count(endedOf(month))}</Cell>
        <Cell of="Trial to paid" className="nowrap">
          {month.trialOver
            ? `${trialToPaid(month)} (${count(month.trialPaid)} of ${count(month.trialOver)})`
            : trialToPaid(month)}
        </Cell>
      </Row>
    ))}
  </Table>
);
