/** What both screens of the demo show: one state, so that what a student does is seen in the portal and the other way around. */
import {
  EMMA,
  GROUP,
  isUrgent,
  MARCUS,
  MARCUS_WRITES,
  MESSAGES,
  NOTE,
  type Person,
  READING,
  REQUESTS,
  STUDY,
} from './sample-data.ts';

export type StudentTab = 'today' | 'challenge' | 'prayer' | 'group';
export type PortalTab = 'students' | 'prayer' | 'messages' | 'studies';
export type Recipient = keyof typeof NOTE;

export interface Message {
  id: string;
  /** Absent in a message of the pastor, who is the visitor. */
  who: Person | undefined;
  text: string;
  reported?: true;
  removed?: true;
}

interface PrayerRequest {
  id: string;
  who: Person;
  text: string;
  isPrivate: boolean;
  /** It speaks of death or self-harm. */
  isUrgent?: boolean;
}

export type Side = 'student' | 'leader';

/** What the other side has just done, and the tab that shows it. */
interface News<Tab> {
  text: string;
  tab: Tab;
}

export interface DemoState {
  /** The scene that was opened last. */
  scene: Scene;
  student: StudentTab;
  portal: PortalTab;
  reading: 'waiting' | 'open' | 'done';
  challengeDone: boolean;
  requests: readonly PrayerRequest[];
  messages: readonly Message[];
  noah: 'alert' | 'open' | 'answered';
  /** The recipient of the note about Noah. */
  notified?: Recipient;
  study: 'notes' | 'draft' | 'shared';
  news: { student?: News<StudentTab> | undefined; leader?: News<PortalTab> | undefined };
  /** The side that a phone shows. */
  side: Side;
  /** The other side has changed since it was shown. */
  hasUnseen: boolean;
  /** Read by screen readers after each change. */
  said: string;
}

export const START: DemoState = {
  scene: 'start',
  student: 'today',
  portal: 'students',
  reading: 'waiting',
  challengeDone: false,
  requests: REQUESTS,
  messages: MESSAGES,
  noah: 'alert',
  study: 'notes',
  news: {},
  side: 'student',
  hasUnseen: false,
  said: '',
};

export type DemoAction =
  | { type: 'scene'; scene: Scene }
  | { type: 'side'; side: Side }
  | { type: 'student'; tab: StudentTab }
  | { type: 'portal'; tab: PortalTab }
  | { type: 'read' | 'reflect' | 'challenge' | 'openNoah' | 'closeNoah' | 'draft' | 'editNotes' | 'share' }
  | { type: 'pray'; text: string; isPrivate: boolean }
  | { type: 'write'; text: string }
  | { type: 'report' | 'remove'; id: string }
  | { type: 'note'; to: Recipient; text: string };

export type Act = (action: DemoAction) => void;

/** Named states of the demo: `/trial-demo#demo-note` opens it in one. */
export const SCENES = {
  start: {},
  reading: { reading: 'open' },
  streak: { reading: 'done' },
  challenge: { student: 'challenge' },
  prayer: { student: 'prayer', portal: 'prayer' },
  group: { student: 'group', portal: 'messages' },
  alert: { portal: 'students', side: 'leader' },
  note: { portal: 'students', noah: 'open', side: 'leader' },
  study: { portal: 'studies', side: 'leader' },
  draft: { portal: 'studies', study: 'draft', side: 'leader' },
} satisfies Record<string, Partial<DemoState>>;

export type Scene = keyof typeof SCENES;

export function reduce(state: DemoState, action: DemoAction): DemoState {
  switch (action.type) {
    case 'scene':
      return { ...START, ...SCENES[action.scene], scene: action.scene };
    case 'side':
      return { ...state, side: action.side, hasUnseen: false, said: '' };
    case 'student':
      return { ...state, student: action.tab, news: { ...state.news, student: undefined }, said: '' };
    case 'portal':
      return { ...state, portal: action.tab, news: { ...state.news, leader: undefined }, said: '' };
    case 'read':
      return { ...state, reading: 'open', said: 'Today’s reading is open.' };
    case 'reflect':
      return toLeader(
        { ...state, reading: 'done', said: 'Reflection saved. Day 31.' },
        { text: `Emma read ${READING.passage} and wrote a reflection.`, tab: 'students' },
      );
    case 'challenge':
      return toLeader(
        { ...state, challengeDone: true, said: 'Challenge done: four of five of you have done it.' },
        { text: 'Emma finished the challenge.', tab: 'students' },
      );
    case 'pray':
      return withRequest(state, action);
    case 'write':
      return toLeader(withMessage(state, { who: EMMA, text: action.text }, 'Message sent to the group.'), {
        text: `Emma wrote to ${GROUP}.`,
        tab: 'messages',
      });
    case 'report':
      return toLeader(
        withMark(state, action.id, { reported: true }, 'Reported. The leaders of the group see it in the portal.'),
        { text: 'Emma reported a message.', tab: 'messages' },
      );
    case 'remove':
      return toStudent(
        withMark(state, action.id, { removed: true }, 'Removed. Students see that a leader removed it.'),
        { text: 'A leader removed a message in your group.', tab: 'group' },
      );
    case 'openNoah':
      return { ...state, noah: 'open', said: 'Noah’s last three weeks are open.' };
    case 'closeNoah':
      return { ...state, noah: state.notified ? 'answered' : 'alert', said: '' };
    case 'note':
      return withNote(state, action);
    case 'draft':
      return { ...state, study: 'draft', said: `Draft written: ${STUDY.title}.` };
    case 'editNotes':
      return { ...state, study: 'notes', said: '' };
    case 'share':
      return toStudent(
        withMessage(
          { ...state, study: 'shared' },
          { who: undefined, text: `New study for Wednesday: ${STUDY.title}` },
          `Shared with ${GROUP}. It is in their group chat.`,
        ),
        { text: `Your pastor shared a study with ${GROUP}.`, tab: 'group' },
      );
  }
}

const withMessage = (state: DemoState, { who, text }: Pick<Message, 'who' | 'text'>, said: string): DemoState => ({
  ...state,
  messages: [...state.messages, { id: `m${state.messages.length}`, who, text: text.trim() }],
  said,
});

const withMark = (state: DemoState, id: string, mark: Partial<Message>, said: string): DemoState => ({
  ...state,
  messages: state.messages.map((each) => (each.id === id ? { ...each, ...mark } : each)),
  said,
});

function withRequest(state: DemoState, { text, isPrivate }: { text: string; isPrivate: boolean }): DemoState {
  const urgent = isUrgent(text);
  const request = {
    id: `r${state.requests.length}`,
    who: EMMA,
    text,
    isPrivate: isPrivate || urgent,
    isUrgent: urgent,
  };
  const sent = { ...state, requests: [request, ...state.requests] };
  if (urgent)
    return toLeader(
      { ...sent, said: 'Your leaders have been told. Call or text 988 now: someone is there day and night.' },
      { text: 'Urgent: Emma asked for prayer. Please call her now.', tab: 'prayer' },
    );
  return toLeader(
    { ...sent, said: isPrivate ? 'Sent to your leaders only. It is in the portal now.' : 'Shared with your group.' },
    { text: isPrivate ? 'Emma asked her leaders to pray.' : 'Emma asked her group to pray.', tab: 'prayer' },
  );
}

function withNote(state: DemoState, { to, text }: { to: Recipient; text: string }): DemoState {
  const sent: DemoState = { ...state, noah: 'answered', notified: to, said: `Sent to ${recipientName(to)}.` };
  // The leader of the group acts on a note to him.
  const message = to === 'group' ? { who: undefined, text } : { who: MARCUS, text: MARCUS_WRITES };
  return toStudent(withMessage(sent, message, sent.said), {
    text: `${message.who?.name ?? 'Your pastor'} wrote to ${GROUP}.`,
    tab: 'group',
  });
}

const toLeader = (state: DemoState, leader: News<PortalTab>): DemoState => ({
  ...state,
  news: { ...state.news, leader },
  hasUnseen: true,
});
const toStudent = (state: DemoState, student: News<StudentTab>): DemoState => ({
  ...state,
  news: { ...state.news, student },
  hasUnseen: true,
});

export const recipientName = (to: Recipient): string => (to === 'leader' ? MARCUS.full : GROUP);
