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
      {requests.some(({ who, isUrgent }) => who === EMMA && isUrgent) && <Help />}
      {!sent && <RequestForm onSend={(text, isPrivate) => act({ type: 'pray', text, isPrivate })} />}
      <ul className="demo-list">
        {requests
          .filter(({ who, isPrivate }) => who === EMMA || !isPrivate)
          .map((each) => (
            <li key={each.id}>
              <RequestCard of={each} viewer={EMMA} />
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
      <TextArea id="request-text" label="Ask for prayer" rows={3} value={text} onChange={setText} />
      <label className="demo-tick">
        <input type="checkbox" checked={isPrivate} onChange={({ target }) => setPrivate(target.checked)} />
        <span>Private: only my leaders see it</span>
      </label>
      <Press onPress={() => onSend(text.trim() || NEW_REQUEST, isPrivate)}>Ask for prayer</Press>
    </div>
  );
}

/** What a student sees at once whose request cannot wait. */
const Help = () => (
  <div className="demo-card alert">
    <p className="demo-title">You don’t have to carry this alone.</p>
    <p>
      Call or text <a href="tel:988">988</a> now. Someone is there day and night, and it’s free. If you’re in danger
      right now, call <a href="tel:911">911</a>.
    </p>
    <p className="demo-fine">
      Your leaders have been told, and one of them will call you. <a href="/crisis">More help</a>
    </p>
  </div>
);

/** A request with the people who see it. Leaders, unlike the student who is the `viewer`, see that it is urgent. */
export const RequestCard = ({
  of: { who, text, isPrivate, isUrgent },
  viewer,
}: {
  of: Request;
  viewer?: typeof EMMA;
}) => (
  <div className={isUrgent && !viewer ? 'demo-card alert' : 'demo-card'}>
    {isUrgent && !viewer && (
      <p>
        <strong className="demo-reported">Urgent.</strong> Call {who.name} now, and don’t leave her alone with it.{' '}
        <a href="/crisis">What to say</a>
      </p>
    )}
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
