import { useState } from 'react';
import { late } from '../../lib/late.tsx';
import { Dropdown } from '../lists/dropdown.tsx';
import type { SignupFilter } from './signup-filter.ts';

const FilterPanel = late(() => import('./filter-panel.tsx'));

interface Props {
  filter: SignupFilter;
  /** The list has sign-ups of one state only. */
  oneState?: true;
}

/** Filters by day, state, plan, church and the like, in the address. */
export function ChoiceFilters({ filter, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const used = Object.values(filter.choices).filter(Boolean).length;
  return (
    <Dropdown label={used ? `Filter (${used})` : 'Filter'} onToggle={setOpen}>
      {open && <FilterPanel filter={filter} {...props} />}
    </Dropdown>
  );
}
