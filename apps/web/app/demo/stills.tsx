import type { ReactNode } from 'react';
import { Alert, Groups, Weeks } from './portal/students.tsx';
import { Draft } from './portal/studies.tsx';
import { AVA, EMMA, MESSAGES, NEW_REQUEST } from './sample-data.ts';
import { ChallengeCard } from './student/challenge.tsx';
import { Conversation } from './student/group-chat.tsx';
import { RequestCard } from './student/prayer.tsx';
import { DaysCard, ReadingCard } from './student/today.tsx';
import './stills.css';

/** Parts of the demo as pictures: the same components without actions, drawn at build time. */
const STILLS = {
  reading: { label: 'The student app: today’s reading', content: <ReadingCard /> },
  days: { label: 'The student app: 30 days of reading this semester', content: <DaysCard isDone={false} /> },
  request: {
    label: 'A prayer request, marked private: leaders only',
    content: <RequestCard of={{ id: 'still', who: EMMA, text: NEW_REQUEST, isPrivate: true }} viewer={EMMA} />,
  },
  challenge: { label: 'A challenge that three of five friends have done', content: <ChallengeCard /> },
  draft: { label: 'The draft of a study, written from sermon notes', content: <Draft isBrief /> },
  chat: {
    label: 'A leader’s prompt in the group chat, and a student’s answer',
    content: <Conversation messages={MESSAGES.slice(0, 2)} viewer={EMMA} />,
  },
  moderation: {
    label: 'A message that a leader removed from the group chat',
    content: (
      <Conversation
        messages={[{ id: 'removed', who: AVA, text: '', removed: true }, ...MESSAGES.slice(0, 1)]}
        viewer={EMMA}
      />
    ),
  },
  alert: { label: 'An alert in the pastor portal: a student has gone quiet', content: <Alert /> },
  weeks: { label: 'Weekly engagement in the pastor portal', content: <Weeks /> },
  groups: { label: 'Engagement by group in the pastor portal', content: <Groups /> },
} satisfies Record<string, { label: string; content: ReactNode }>;

export type StillName = keyof typeof STILLS;

export const Still = ({ of }: { of: StillName }) => (
  <div className="still demo-surface" role="img" aria-label={STILLS[of].label}>
    {STILLS[of].content}
  </div>
);
