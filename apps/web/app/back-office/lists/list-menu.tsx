import type { ReactNode } from 'react';
import { useHref, useLocation } from 'react-router-dom';
import { CopyButton } from '../components/text.tsx';
import { Views } from '../views/views.tsx';
import { Dropdown } from './dropdown.tsx';

interface Props {
  /** Columns and file options of the list. */
  children?: ReactNode;
  onToggle?: (open: boolean) => void;
}

/** The "…" menu of a list: columns, views, file options and the link to the current view. */
export function ListMenu({ children, onToggle }: Props) {
  const { origin } = globalThis.location;
  const link = origin + useHref(useLocation());
  return (
    <Dropdown label="…" name="More" {...(onToggle && { onToggle })}>
      <div className="row">
        <Views />
        <CopyButton text={link} label="Copy link" what="to this view" />
      </div>
      {children}
    </Dropdown>
  );
}
