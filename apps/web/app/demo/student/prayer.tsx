import { useState } from 'react';
import { Face, Icon, ICONS, Press, TextArea } from '../parts.tsx';
import { EMMA, NEW_REQUEST } from '../sample-data.ts';
import type { Act, DemoState } from '../state.ts';

type Request = DemoState['requests'][number];

/** Requests of the group and one's own, and a form for one that may be private. */
export function Prayer({ state: { requests }, act }: { state: DemoState; act: Act }) {
  const sent = requests.some(({ who }) => who === EMMA);
  return (
    <>
      <p className="demo-title">Prayer requests</p>
      {!sent && <RequestForm onSend={(text, isPrivate) => act({ type: 'pray', text, isPrivate })} />}
      <ul className="demo-list">
        {requests
          .filter(({ who, isPrivate }) => who === EMMA || !isPrivate)
          .map((each) => (
            <li key={each.id}>
              <RequestCard of={each} />
            </li>
          ))}
      </ul>
    </>
  );
}

function RequestForm({ onSend }: { onSend: (text: string, isPrivate: boolean) => void }) {
  const [text, setText] = useState<string>(NEW_REQUEST);
  const [isPrivate, setPrivate] = useState(true);
  return (
    <div className="demo-card">
      <TextArea id="demo-request" label="Ask for prayer" rows={3} value={text} onChange={setText} />
      <label className="demo-tick">
        <input type="checkbox" checked={isPrivate} onChange={({ target }) => setPrivate(target.checked)} />
        <span>Private: only my leaders see it</span>
      </label>
      <Press onPress={() => onSend(text.trim() || NEW_REQUEST, isPrivate)}>Ask for prayer</Press>
    </div>
  );
}

/** A request with the people who see it. */
export const RequestCard = ({ of: { who, text, isPrivate } }: { of: Request }) => (
  <div className={isPrivate ? 'demo-card private' : 'demo-card'}>
    <div className="demo-person">
      <Face of={who} size={36} />
      <p className="demo-name">{who.full}</p>
    </div>
    <p>{text}</p>
    {isPrivate ? (
      <p className="demo-badge">
        <Icon d={ICONS.lock} size={18} /> Private. Leaders only
      </p>
    ) : (
      <p className="demo-fine">Shared with the group</p>
    )}
  </div>
);
