import { Head } from './table.tsx';

interface Props {
  name: string;
  label: string;
  /** As in the address: the column, with a minus for descending. */
  sort: string;
  /** What a first press asks for. */
  first?: 'ascending' | 'descending';
  onSort: (sort: string) => void;
}

/** A column's head that sorts by it, and turns the order round when it does already. */
export function SortHead({ name, label, sort, first = 'ascending', onSort }: Props) {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const wanted = order ? (order === 'ascending' ? 'descending' : 'ascending') : first;
  return (
    <Head {...(order && { order })}>
      <button type="button" className="sort" onClick={() => onSort(wanted === 'descending' ? `-${name}` : name)}>
        {label}
        <span className="sort-arrow" aria-hidden="true" />
      </button>
    </Head>
  );
}
