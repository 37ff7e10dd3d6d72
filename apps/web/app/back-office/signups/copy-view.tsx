import { useHref, useLocation } from 'react-router-dom';
import { CopyButton } from '../parts/copy-button.tsx';

/** The address of the list as it is filtered, searched and sorted now. */
export function CopyView() {
  const { origin } = globalThis.location;
  return <CopyButton text={origin + useHref(useLocation())} label="Copy link" what="to this view" />;
}
