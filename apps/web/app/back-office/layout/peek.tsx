import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Loading } from '../components/placeholders.tsx';
import { KEEP_SCROLL } from './scroll.ts';
import './peek.css';

const PeekedTrial = lazy(() => import('../inspector/peeked-trial.tsx'));

/** Where the peek has room beside the list; peek.css hides it elsewhere. */
const WIDE = '(width >= 64rem)';

/** The sign-up that is shown beside the list. It stands in the address, so that Back and Reload keep it. */
function usePeek() {
  const [params, setParams] = useSearchParams();
  const id = /^\d+$/.exec(params.get('peek') ?? '')?.[0];
  const peek = (next?: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('peek', next);
        else after.delete('peek');
        return after;
      },
      { replace: true, state: KEEP_SCROLL },
    );
  return { id, peek };
}

/** The person of a row beside the list: Space opens it, it follows the focused row, Escape closes it. */
export function Peek() {
  const { id, peek } = usePeek();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && id) peek();
    const row = trialLinkOf(document.activeElement);
    if (event.key !== ' ' || !row || row !== document.activeElement) return;
    event.preventDefault();
    if (matchMedia(WIDE).matches) peek(idOf(row) === id ? undefined : idOf(row));
    else row.click();
  });
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    const next = idOf(trialLinkOf(target as Element));
    if (id && next && next !== id) peek(next);
  });
  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    const link = trialLinkOf(target as Element);
    const isControl = (target as Element).closest('a, button, input, label, select, summary');
    if (!link || isControl || String(getSelection()) || !matchMedia(WIDE).matches) return;
    link.focus();
    peek(idOf(link));
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
  return (
    <aside className="peek" aria-label="Peek">
      <div className="row peek-tools">
        <Link className="button second compact" to={`/trials/${id}`}>
          Open the page
        </Link>
        <button type="button" className="button second compact" onClick={() => peek()}>
          Close (Esc)
        </button>
      </div>
      <Suspense fallback={<Loading>Loading the sign-up…</Loading>}>
        <PeekedTrial key={id} id={id} />
      </Suspense>
    </aside>
  );
}

/** The link to a sign-up of the row that the element is in. */
const trialLinkOf = (element: Element | null): HTMLAnchorElement | null =>
  element?.closest('.table tbody tr')?.querySelector('a[href^="/trials/"]') ?? null;

const idOf = (link: HTMLAnchorElement | null): string | undefined => link?.pathname.split('/').at(-1);
