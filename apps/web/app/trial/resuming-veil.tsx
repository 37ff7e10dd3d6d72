import { useEffect } from 'react';
import { useHydrated } from '../lib/hydrated.ts';
import { Waiting } from './waiting.tsx';

/** Runs before the first paint: the prerendered page is the empty form, which nobody who comes back should see. */
const MARK = "if(/[?&]step=verification/.test(location.search))document.documentElement.dataset.resuming=''";

export function ResumingVeil() {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated) delete document.documentElement.dataset['resuming'];
  }, [hydrated]);
  if (hydrated) return null;
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: MARK }} />
      <div className="resuming-veil">
        <Waiting as="p" title="Opening your sign-up…" />
      </div>
    </>
  );
}
