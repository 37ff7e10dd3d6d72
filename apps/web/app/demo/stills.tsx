import type { ReactNode } from 'react';
import { Tabs } from './parts.tsx';
import { PORTAL_TABS } from './portal/pastor-portal.tsx';
import { Alert, Groups, Insight, Weeks } from './portal/students.tsx';
import { Draft } from './portal/studies.tsx';
import { Tablet } from './portal/tablet.tsx';
import { AVA, EMMA, MESSAGES, NEW_REQUEST } from './sample-data.ts';
import { ChallengeCard } from './student/challenge.tsx';
import { Conversation } from './student/group-chat.tsx';
import { Phone } from './student/phone.tsx';
import { RequestCard } from './student/prayer.tsx';
import { STUDENT_TABS } from './student/student-app.tsx';
import { DaysCard, Greeting, ReadingCard } from './student/today.tsx';
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

export const PhoneStill = () => (
  <div className="still" role="img" aria-label="The student app: today’s reading, the days so far and a challenge">
    <Phone tabs={<Tabs id="phone-still" label="" tabs={STUDENT_TABS} selected="today" />}>
      <div className="demo-panel">
        <Greeting />
        <ReadingCard />
        <DaysCard isDone={false} />
        <ChallengeCard />
      </div>
    </Phone>
  </div>
);

export const TabletStill = () => (
  <div className="still" role="img" aria-label="The pastor portal: an alert, weekly engagement and the groups">
    <Tablet tabs={<Tabs id="tablet-still" label="" tabs={PORTAL_TABS} selected="students" />}>
      <div className="demo-panel">
        <Alert />
        <div className="portal-columns">
          <Weeks />
          <Groups />
        </div>
        <Insight />
      </div>
    </Tablet>
  </div>
);
