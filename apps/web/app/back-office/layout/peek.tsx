import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Loading } from '../components/placeholders.tsx';
import { useChangeQuery } from '../change-query.ts';
import './peek.css';
import { STAFF_PAGES } from '../pages.ts';

/** The kinds of records that can be peeked at, by the path of their pages. */
const KINDS = {
  signup: { path: '/trials/', Peeked: lazy(() => import('../inspector/peeked-trial.tsx')) },
  application: {
    path: `${STAFF_PAGES.ambassadors.path}/`,
    Peeked: lazy(() => import('../ambassadors/peeked-application.tsx')),
  },
  request: {
    path: `${STAFF_PAGES.trialRequests.path}/`,
    Peeked: lazy(() => import('../trial-requests/peeked-request.tsx')),
  },
};
type Kind = keyof typeof KINDS;

/** Where the peek has room beside the list; peek.css hides it elsewhere. */
const WIDE = '(width >= 64rem)';

/** The record that is shown beside the list, as "application-123". It stands in the address, so that Back and Reload keep it. */
function usePeek() {
  const [params] = useSearchParams();
  const changeQuery = useChangeQuery();
  const [shown, kind = 'signup', id] = /^(?:(application|request)-)?(\d+)$/.exec(params.get('peek') ?? '') ?? [];
  const peek = (next = '') => changeQuery({ peek: next }, { replace: true });
  return { shown, kind: kind as Kind, id, peek };
}

/** The person of a row beside the list: Space opens it, it follows the focused row, Escape closes it. */
export function Peek() {
  const { shown, kind, id, peek } = usePeek();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && shown) peek();
    const row = recordLinkOf(document.activeElement);
    if (event.key !== ' ' || !row || row !== document.activeElement) return;
    event.preventDefault();
    if (matchMedia(WIDE).matches) peek(nameOf(row) === shown ? undefined : nameOf(row));
    else row.click();
  });
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    const next = nameOf(recordLinkOf(target as Element));
    if (shown && next && next !== shown) peek(next);
  });
  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    const link = recordLinkOf(target as Element);
    const isControl = (target as Element).closest('a, button, input, label, select, summary');
    if (!link || isControl || String(getSelection()) || !matchMedia(WIDE).matches) return;
    link.focus();
    peek(nameOf(link));
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    addEventListener('focusin', onFocusIn);
    addEventListener('click', onClick);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('focusin', onFocusIn);
      removeEventListener('click', onClick);
    };
  }, []);

  if (!id) return null;
  const { path, Peeked } = KINDS[kind];
  return (
    <aside className="peek" aria-label="Peek">
      <div className="row peek-tools">
        <Link className="button second compact" to={path + id}>
          Open the page
        </Link>
        <button type="button" className="button second compact" onClick={() => peek()}>
          Close (Esc)
        </button>
      </div>
      <Suspense fallback={<Loading>Loading…</Loading>}>
        <Peeked key={shown} id={id} />
      </Suspense>
    </aside>
  );
}

const LINKS = Object.values(KINDS)
  .map(({ path }) => `a[href^="${path}"]`)
  .join();

/** The link to a record of the row that the element is in. */
const recordLinkOf = (element: Element | null): HTMLAnchorElement | null =>
  element?.closest('.table tbody tr')?.querySelector(LINKS) ?? null;

/** The record that a link leads to, as it stands in the address; of a sign-up the id alone. */
function nameOf(link: HTMLAnchorElement | null): string | undefined {
  const id = link && /\/(\d+)$/.exec(link.pathname)?.[1];
  if (!id) return undefined;
  const kind = (Object.keys(KINDS) as Kind[]).find((each) => link.pathname.startsWith(KINDS[each].path));
  return kind === 'signup' ? id : `${kind}-${id}`;
}
