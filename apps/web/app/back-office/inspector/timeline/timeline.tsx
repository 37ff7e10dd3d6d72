import type { TimelineEntry } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Panel } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moments.tsx';
import { stateName } from '../../parts/state-names.ts';
import { actorName, sentenceOf } from './sentences.ts';
import '../../../styles/timeline.css';

const KINDS = {
  all: 'Everything',
  event: 'Steps',
  note: 'Attempts',
  mail: 'Mails',
  'staff-note': 'Our notes',
} as const;
type Shown = keyof typeof KINDS;

/** What happened, the newest first, whole or one kind of it. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const [shown, setShown] = useState<Shown>('all');
  const kept = entries.filter(({ kind }) => shown === 'all' || kind === shown).toReversed();
  return (
    <Panel title="Timeline" aside={<KindFilter {...{ entries, shown, setShown }} />}>
      <p className="unseen" role="status">
        {shown === 'all' ? '' : `${kept.length} of ${entries.length} shown`}
      </p>
      <ol className="timeline">
        {kept.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {!kept.length && <p className="quiet">Nothing of this kind yet.</p>}
    </Panel>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, at, actor, from, to, requestId, detail } = entry;
  const last = Number(detail['count']) > 1 && detail['last'];
  const moved = kind === 'event' && to && from !== to;
  return (
    <li className={`entry ${kind}${moved ? ' moved' : ''}`}>
      <p className="entry-text">
        <bdi>{sentenceOf(entry)}</bdi>
      </p>
      <p className="entry-who">
        <Moment at={at} />
        {last && (
          <span>
            last <Moment at={String(last)} />
          </span>
        )}
        <span>by {actorName(actor)}</span>
        {moved && <span>now at {stateName(to)}</span>}
        {requestId && (
          <CopyButton
            text={requestId}
            what="is the request; copy it"
            label={requestId.replace(/^([\da-f]{8})-.*/, '$1')}
          />
        )}
      </p>
    </li>
  );
}

interface FilterProps {
  entries: TimelineEntry[];
  shown: Shown;
  setShown: (kind: Shown) => void;
}

function KindFilter({ entries, shown, setShown }: FilterProps) {
  const count = (kind: Shown) => (kind === 'all' ? entries : entries.filter((entry) => entry.kind === kind)).length;
  return (
    <div className="kinds" role="group" aria-label="Show in the timeline">
      {(Object.keys(KINDS) as Shown[]).map((kind) => (
        <button key={kind} type="button" aria-pressed={kind === shown} onClick={() => setShown(kind)}>
          {KINDS[kind]} <span className="quiet">{count(kind)}</span>
        </button>
      ))}
    </div>
  );
}
