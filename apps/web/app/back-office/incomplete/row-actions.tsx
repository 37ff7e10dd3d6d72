import type { IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { nameOf, useZone } from '../format.ts';
import { NoteDialog, ResumeLinkDialog } from './dialogs.tsx';
import { useMarkContacted } from './mark-contacted.ts';

const DIALOGS = {
  'Write a note': { about: 'on', Dialog: NoteDialog },
  'Send resume link': { about: 'to', Dialog: ResumeLinkDialog },
};
type Asked = keyof typeof DIALOGS;

/** What is done most for somebody who stopped; everything else is done in the inspector. */
export function RowActions({ row }: { row: IncompleteTrialRow }) {
  const [asked, setAsked] = useState<Asked>();
  const Dialog = asked && DIALOGS[asked].Dialog;
  return (
    <div className="row-actions">
      <Contacted row={row} />
      {(Object.keys(DIALOGS) as Asked[]).map((action) => (
        <button key={action} type="button" className="link-button small" onClick={() => setAsked(action)}>
          {action} <span className="unseen">{`${DIALOGS[action].about} ${nameOf(row)}`}</span>
        </button>
      ))}
      {Dialog && <Dialog row={row} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function Contacted({ row }: { row: IncompleteTrialRow }) {
  const { instantText } = useZone();
  const { failed, pending, mark } = useMarkContacted(row.id);
  if (row.contactedAt) return <span className="small quiet">Contacted {instantText(row.contactedAt)}</span>;
  return (
    <>
      <button
        type="button"
        className="link-button small"
        aria-disabled={pending || undefined}
        onClick={() => !pending && mark()}
      >
        Mark contacted <span className="unseen">{nameOf(row)}</span>
      </button>
      {failed && (
        <span role="alert" className="small failed">
          Not saved. Please try again.
        </span>
      )}
    </>
  );
}
