import { useState } from 'react';
import { Face, Press, TextArea } from '../parts.tsx';
import { EMMA, GROUP, MARCUS, NEW_MESSAGE, RACHEL } from '../sample-data.ts';
import type { Act, DemoState, Message } from '../state.ts';
import './group-chat.css';

/** The group's conversation, in which students report and leaders remove. */
export function GroupChat({ state: { messages }, act }: { state: DemoState; act: Act }) {
  const [text, setText] = useState<string>(NEW_MESSAGE);
  const send = () => {
    if (!text.trim()) return;
    act({ type: 'write', text });
    setText('');
  };
  return (
    <>
      <div className="demo-greeting">
        <p className="demo-title">{GROUP}</p>
        <p className="demo-fine">
          Led by {MARCUS.name} and {RACHEL.name}
        </p>
      </div>
      <Conversation
        messages={messages}
        viewer={EMMA}
        action="Report"
        isOffered={({ who, reported }) => who !== EMMA && !who?.leader && !reported}
        onAction={(id) => act({ type: 'report', id })}
      />
      <div className="demo-composer">
        <TextArea
          id="message-text"
          label={<span className="unseen">Message to {GROUP}</span>}
          rows={2}
          value={text}
          onChange={setText}
        />
        <Press onPress={send}>Send</Press>
      </div>
    </>
  );
}

interface ConversationProps {
  messages: readonly Message[];
  /** Whose messages stand on the right; the pastor, if absent. */
  viewer?: typeof EMMA;
  /** What the viewer can do with a message of a student. */
  action?: string;
  isOffered?: (message: Message) => boolean;
  onAction?: (id: string) => void;
}

export const Conversation = ({ messages, viewer, action, isOffered, onAction }: ConversationProps) => (
  <ol className="demo-chat">
    {messages.map((message) => (
      <li key={message.id} className={message.who === viewer ? 'own' : undefined}>
        {message.who && message.who !== viewer && <Face of={message.who} size={32} />}
        <div>
          <p className="demo-fine">
            {nameIn(message, viewer)}
            {message.reported && !message.removed && <strong className="demo-reported"> Reported</strong>}
          </p>
          <p className={message.removed ? 'demo-bubble removed' : 'demo-bubble'}>
            {message.removed ? 'A leader removed this message.' : message.text}
          </p>
          {message.who && !message.removed && isOffered?.(message) && (
            <Press className="demo-link" onPress={() => onAction?.(message.id)}>
              {action}
              <span className="unseen"> the message of {message.who.name}</span>
            </Press>
          )}
        </div>
      </li>
    ))}
  </ol>
);

const nameIn = ({ who }: Message, viewer: typeof EMMA | undefined) => {
  if (who === viewer) return 'You';
  return who ? `${who.name}${who.leader ? ', leader' : ''}` : 'Your pastor';
};
