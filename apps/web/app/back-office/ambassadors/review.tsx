import { fullName, UNEXPECTED } from '@lampstand/contracts';
import {
  type AmbassadorAnswer,
  type AmbassadorDetail,
  type AmbassadorRow,
  type Decision,
  UNDO_SECONDS,
} from '@lampstand/contracts/back-office';
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { showToast } from '../../components/toast-store.ts';
import { ifMatch, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Failed, Loading } from '../components/placeholders.tsx';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { useListParams, useList, withQuery } from '../lists/use-list.ts';
import { applicationPath } from './application-bar.tsx';
import { DECIDED } from './taken.tsx';

const MOST = '200';

/** The open applications that match `q` and that no colleague has taken, the longest wait first. */
function useOpen(q: string) {
  const { name } = useStaff();
  const list = useList<AmbassadorRow>('/api/admin/ambassadors', { state: 'open', q, limit: MOST }, 0);
  const rows = list.data?.rows ?? [];
  const free = rows.filter(({ owner }) => !owner || owner === name);
  const beyond = Math.max(0, (list.data?.total ?? 0) - rows.length);
  return { list, free, waiting: free.length + beyond, ofColleagues: rows.length - free.length };
}

const inReview = (id: number, q: string) => `/admin/ambassadors/${id}?${new URLSearchParams({ review: q }).toString()}`;
const listOf = (q: string) => withQuery('/admin/ambassadors', { q });

/** Redirects to the first application of the review. */
export default function ReviewPage() {
  return (
    <BackOfficeLayout title="Review of Applications" needs="decide">
      <FirstApplication />
    </BackOfficeLayout>
  );
}

function FirstApplication() {
  const { filters } = useListParams(['q']);
  const { list, free } = useOpen(filters.q);
  if (list.isError)
    return <Failed onRetry={() => void list.refetch()}>The applications could not be loaded. Please try again.</Failed>;
  if (!list.isSuccess || list.isFetching) return <Loading>Loading the applications…</Loading>;
  const [first] = free;
  return <Navigate replace to={first ? inReview(first.id, filters.q) : listOf(filters.q)} />;
}

interface Props {
  application: AmbassadorDetail;
  /** The search of the list whose open applications are reviewed. */
  q: string;
  children: (review: {
    bar: ReactNode;
    onDecided: (decision: Decision, answer: AmbassadorAnswer) => void;
  }) => ReactNode;
}

/** Shows the next open application after a decision or a skip; after the last one, the list. */
export function Review({ application, q, children }: Props) {
  const { free, waiting, ofColleagues } = useOpen(q);
  const navigate = useNavigate();
  const { id, createdAt } = application;
  const next = free.find((row) => row.createdAt > createdAt || (row.createdAt === createdAt && row.id > id))?.id;
  const address = next === undefined ? listOf(q) : inReview(next, q);
  useEffect(() => document.querySelector<HTMLElement>('.trial-name')?.focus(), []);
  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery({ queryKey: [applicationPath(next)], staleTime: FRESH_MS });
  }, [next]);

  const onDecided = (decision: Decision, { seen }: AmbassadorAnswer) => {
    const undo = async () => {
      try {
        await post(`${applicationPath(id)}/undo`, {}, ifMatch(seen));
        await queryClient.invalidateQueries();
        await navigate(inReview(id, q));
      } catch (error) {
        showToast({ variant: 'destructive', title: 'Not undone', description: causeOf(error) ?? UNEXPECTED });
      }
    };
    showToast({
      title: DECIDED[decision],
      description: fullName(application),
      duration: UNDO_SECONDS * 1000,
      action: { label: 'Undo', keyShortcut: 'Z', run: () => void undo() },
    });
    void navigate(address);
  };

  const bar = (
    <nav className="row review-bar" aria-label="Review">
      <span role="status">
        <span>{waiting} to review</span>
        <span>{ofColleagues > 0 && `, ${ofColleagues} taken by colleagues`}</span>
      </span>
      <Link className="button second compact" aria-keyshortcuts="S" to={address}>
        Skip<kbd aria-hidden="true">S</kbd>
      </Link>
      <Link to={listOf(q)}>All applications</Link>
    </nav>
  );
  return children({ bar, onDecided });
}

const FRESH_MS = 30_000;
