import { useState } from 'react';
import { Icon, ICONS, Press, TextArea } from '../parts.tsx';
import { GROUP, SERMON_NOTES, STUDY } from '../sample-data.ts';
import type { Act, DemoState } from '../state.ts';

/** Sermon notes become the draft of a study. */
export function Studies({ state: { study }, act }: { state: DemoState; act: Act }) {
  const [notes, setNotes] = useState<string>(SERMON_NOTES);
  if (study === 'notes')
    return (
      <>
        <p className="demo-title">Study generator</p>
        <TextArea id="sermon-notes" label="Your sermon notes" rows={6} value={notes} onChange={setNotes} />
        <Press onPress={() => act({ type: 'draft' })}>Draft a study</Press>
        <p className="demo-fine">The demo has one draft, written for these notes. The product writes one from yours.</p>
      </>
    );
  return (
    <>
      <Press className="demo-link" onPress={() => act({ type: 'editNotes' })}>
        <Icon d={ICONS.back} size={18} /> Sermon notes
      </Press>
      <Draft />
      {study === 'shared' ? (
        <p className="demo-done">
          <Icon d={ICONS.check} /> Shared with {GROUP}. It is in their group chat.
        </p>
      ) : (
        // The key keeps React from reusing the button that drafts: it would move, and Enter pressed twice would share.
        <Press key="share" onPress={() => act({ type: 'share' })}>
          Share with {GROUP}
        </Press>
      )}
    </>
  );
}

/** The draft of a study; only its beginning, if brief. */
export const Draft = ({ isBrief = false }: { isBrief?: boolean }) => (
  <div className="demo-card draft">
    <p className="demo-badge">Sample of an AI draft. You edit it</p>
    <p className="demo-title">{STUDY.title}</p>
    <p className="demo-fine">
      {STUDY.passage}, {STUDY.length}
    </p>
    <p>{STUDY.open}</p>
    {!isBrief && (
      <>
        <ol>
          {STUDY.questions.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
        <p>
          <strong>Challenge:</strong> {STUDY.challenge}
        </p>
      </>
    )}
  </div>
);
