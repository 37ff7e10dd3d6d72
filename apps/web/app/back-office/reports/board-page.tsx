import { dollars } from '@lampstand/contracts';
import { ADMIN_TOASTS, type Board, type BoardMonth } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { count, monthText, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { ChoiceFilter } from '../lists/list-tools.tsx';
import { BarChart, type DrawnBar } from './bar-chart.tsx';
import { BoardMonthTable, BoardMonthsTable } from './board-tables.tsx';
import { BoardStates, BoardToday } from './board-today.tsx';
import { endedOf, listOfMove } from './board-numbers.ts';
import { PageTabs } from '../layout/page-tabs.tsx';
import './board.css';

const PATH = '/api/admin/board';
const STALE_MS = 60_000;

export default function BoardPage() {
  return (
    <BackOfficeLayout title="Board">
      <HeadTools>
        <PageTabs of="Reports" />
      </HeadTools>
      <BoardNumbers />
    </BackOfficeLayout>
  );
}

/** The board page: paying members, monthly revenue and the changes of each month. It prints on two pages. */
function BoardNumbers() {
  const { zoneName, instantText } = useZone();
  const { data: board, isError, refetch } = useQuery<Board>({ queryKey: [PATH], staleTime: STALE_MS });
  const [chosen, setChosen] = useState<string>();
  if (isError) return <Failed onRetry={() => void refetch()}>Error loading the board. Please try again later.</Failed>;
  if (!board) return <Loading>Loading the board…</Loading>;
  const { today, months } = board;
  // Without a choice, the last month that is over.
  const index = chosen ? months.findIndex(({ month }) => month === chosen) : 1;
  const month = months[index]!;
  return (
    <div className="board">
      <p className="small quiet">
        As of {instantText(board.asOf)}, {zoneName}. A church pays from the end of its free trial until its subscription
        ends, also while an invoice is past due or payments are paused. Months that are over stay as they are, whoever
        is erased later.
      </p>
      <BoardToday today={today} />
      <div className="board-charts">
        <Panel title="Monthly recurring revenue">
          <BarChart
            bars={inOrder(months, revenueBar)}
            caption="At the end of each month. Hatched: so far."
            axis={(cents) => SHORT_DOLLARS.format(cents / 100)}
          />
        </Panel>
        <Panel title="New and ended">
          <BarChart
            bars={inOrder(months, movedBar)}
            caption="Bars: churches that began to pay in the month. Lines: churches that ended. Hatched: so far."
          />
        </Panel>
      </div>
      <Panel title={`What changed in ${monthText(month.month)}${index === 0 ? ', so far' : ''}`}>
        <ChoiceFilter
          label="Month"
          value={month.month}
          choices={months.slice(0, -1).map((each) => ({ value: each.month, label: monthText(each.month) }))}
          onChoose={setChosen}
        />
        <BoardMonthTable month={month} before={months[index + 1]!} />
      </Panel>
      <div className="board-months">
        <Panel title="By month">
          <BoardMonthsTable months={months} />
        </Panel>
      </div>
      <BoardStates states={today.states} paying={today.paying} />
      <BoardFiles />
    </div>
  );
}

const SHORT_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const inOrder = (months: BoardMonth[], barOf: (month: BoardMonth) => Omit<DrawnBar, 'key' | 'tick' | 'isPart'>) =>
  months.toReversed().map((month): DrawnBar => {
    const tick = monthText(month.month).replace(/^(\w{3})\w*/, '$1');
    return { key: month.month, tick, isPart: month === months[0], ...barOf(month) };
  });

const revenueBar = ({ month, monthlyInCents, paying }: BoardMonth) => ({
  text: `${monthText(month)}: ${dollars(monthlyInCents)} a month from ${count(paying)} churches`,
  values: [{ of: 'account', value: monthlyInCents }],
});

const movedBar = (month: BoardMonth) => ({
  text: `${monthText(month.month)}: ${count(month.new)} new, ${count(endedOf(month))} ended`,
  values: [{ of: 'verified', value: month.new }],
  line: endedOf(month),
  to: listOfMove('new', month.month),
});

/** The files of the page, and its print. */
function BoardFiles() {
  const staff = useStaff();
  const download = useDownload({ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed });
  return (
    <section aria-label="Print and files" className="board-files">
      <button type="button" className="button second compact" onClick={() => print()}>
        Print
      </button>
      {staff.may('export') && (
        <>
          <button type="button" className="button second compact" onClick={() => download.start(`${PATH}/export`)}>
            Export months to CSV
          </button>
          <button
            type="button"
            className="button second compact"
            onClick={() => download.start(`${PATH}/states/export`)}
          >
            Export states to CSV
          </button>
          <DownloadProgress download={download} />
        </>
      )}
    </section>
  );
}
