import { AtOnce } from '../components/at-once.tsx';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { ChoiceFilters } from '../signups/choice-filters.tsx';
import { FilterBar } from '../signups/filter-bar.tsx';
import { useSignupFilter } from '../signups/signup-filter.ts';
import { DeclineTables } from './decline-tables.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { FunnelGroups } from './funnel-groups.tsx';
import { PageTabs } from '../layout/page-tabs.tsx';
import { RevenueTables } from './revenue-tables.tsx';
import { StepComparison, StepsTables } from './step-comparison.tsx';

export default function ReportsPage() {
  return (
    <BackOfficeLayout title="Reports">
      <Reports />
    </BackOfficeLayout>
  );
}

/** How far the sign-ups of the chosen days came, compared with the days before. */
function Reports() {
  const filter = useSignupFilter();
  return (
    <>
      <HeadTools>
        <PageTabs of="Reports" />
        <ChoiceFilters filter={filter} />
      </HeadTools>
      <FilterBar filter={filter} />
      <FunnelChart filter={filter} />
      <AtOnce under="/api/admin/funnel">
        <StepComparison filter={filter} />
        <StepsTables filter={filter} />
        <DeclineTables filter={filter} />
        <FunnelGroups filter={filter} />
      </AtOnce>
      <RevenueTables />
    </>
  );
}
