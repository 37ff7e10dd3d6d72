/** What both screens of the demo show: one state, so that what a student does is seen in the portal and the other way around. */
import { EMMA, GROUP, MARCUS, MESSAGES, NEW_MESSAGE, NOTE, type Person, REQUESTS, STUDY } from './sample-data.ts';

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
  said: '',
};

export type DemoAction =
  | { type: 'scene'; scene: Scene }
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
  alert: { portal: 'students' },
  note: { portal: 'students', noah: 'open' },
  study: { portal: 'studies' },
  draft: { portal: 'studies', study: 'draft' },
} satisfies Record<string, Partial<DemoState>>;

export type Scene = keyof typeof SCENES;

export function reduce(state: DemoState, action: DemoAction): DemoState {
  switch (action.type) {
    case 'scene':
      return { ...START, ...SCENES[action.scene], scene: action.scene };
    case 'student':
      return { ...state, student: action.tab, said: '' };
    case 'portal':
      return { ...state, portal: action.tab, said: '' };
    case 'read':
      return { ...state, reading: 'open', said: 'Today’s reading is open.' };
    case 'reflect':
      return { ...state, reading: 'done', said: 'Reflection saved. Day 31.' };
    case 'challenge':
      return { ...state, challengeDone: true, said: 'Challenge done: four of five of you have done it.' };
    case 'pray':
      return withRequest(state, action);
    case 'write':
      return withMessage(state, { who: EMMA, text: action.text }, 'Message sent to the group.');
    case 'report':
      return withMark(state, action.id, { reported: true }, 'Reported. The leaders of the group see it in the portal.');
    case 'remove':
      return withMark(state, action.id, { removed: true }, 'Removed. Students see that a leader removed it.');
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
      return withMessage(
        { ...state, study: 'shared' },
        { who: undefined, text: `New study for Wednesday: ${STUDY.title}` },
        `Shared with ${GROUP}. It is in their group chat.`,
      );
  }
}

const withMessage = (state: DemoState, { who, text }: Pick<Message, 'who' | 'text'>, said: string): DemoState => ({
  ...state,
  messages: [...state.messages, { id: `m${state.messages.length}`, who, text: text.trim() || NEW_MESSAGE }],
  said,
});

const withMark = (state: DemoState, id: string, mark: Partial<Message>, said: string): DemoState => ({
  ...state,
  messages: state.messages.map((each) => (each.id === id ? { ...each, ...mark } : each)),
  said,
});

const withRequest = (state: DemoState, { text, isPrivate }: { text: string; isPrivate: boolean }): DemoState => ({
  ...state,
  requests: [{ id: `r${state.requests.length}`, who: EMMA, text, isPrivate }, ...state.requests],
  said: isPrivate ? 'Sent to your leaders only. It is in the portal now.' : 'Shared with your group.',
});

function withNote(state: DemoState, { to, text }: { to: Recipient; text: string }): DemoState {
  const sent: DemoState = { ...state, noah: 'answered', notified: to, said: `Sent to ${recipientName(to)}.` };
  return to === 'group' ? withMessage(sent, { who: undefined, text }, sent.said) : sent;
}

export const recipientName = (to: Recipient): string => (to === 'leader' ? MARCUS.full : GROUP);
