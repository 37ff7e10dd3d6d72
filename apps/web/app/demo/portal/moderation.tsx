import { GROUP } from '../sample-data.ts';
import type { Act, DemoState } from '../state.ts';
import { Conversation } from '../student/group-chat.tsx';
import { RequestCard } from '../student/prayer.tsx';

/** What a leader sees of the group's conversation. */
export const Messages = ({ state: { messages }, act }: { state: DemoState; act: Act }) => (
  <>
    <p className="demo-title">{GROUP}</p>
    <p className="demo-fine">You and the group’s leaders can remove a message. Students see that it was removed.</p>
    <Conversation
      messages={messages}
      action="Remove"
      isOffered={({ who }) => !who?.leader}
      onAction={(id) => act({ type: 'remove', id })}
    />
  </>
);

/** All prayer requests, private ones included. */
export const Requests = ({ state: { requests } }: { state: DemoState }) => (
  <>
    <p className="demo-title">Prayer requests</p>
    <p className="demo-fine">
      Private ones are seen by leaders only. They are not in any student’s app but the sender’s.
    </p>
    <ul className="demo-list two">
      {requests.map((each) => (
        <li key={each.id}>
          <RequestCard of={each} />
        </li>
      ))}
    </ul>
  </>
);
