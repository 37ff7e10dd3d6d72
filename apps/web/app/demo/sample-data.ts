/** The people, texts and figures of the demo. All of it is invented. */

export interface Person {
  /** Name of the drawing in `app/content/people`. */
  face: string;
  name: string;
  full: string;
  leader?: true;
}

const person = (face: string, name: string, family: string): Person => ({ face, name, full: `${name} ${family}` });

export const EMMA = person('emma', 'Emma', 'Carter');
const NOAH = person('noah', 'Noah', 'Bennett');
export const AVA = person('ava', 'Ava', 'Robinson');
const JORDAN = person('jordan', 'Jordan', 'Ellis');
const LILY = person('lily', 'Lily', 'Tran');
const CALEB = person('caleb', 'Caleb', 'Ortiz');
export const MARCUS: Person = { ...person('marcus', 'Marcus', 'Hill'), leader: true };
export const RACHEL: Person = { ...person('rachel', 'Rachel', 'Moore'), leader: true };

export const CHURCH = 'Maple Street Church';
export const GROUP = 'Sophomores';

export const READING = {
  day: 'Thursday',
  passage: 'Matthew 5:14-16',
  translation: 'WEB',
  minutes: 5,
  verses:
    'You are the light of the world. A city located on a hill can’t be hidden. Neither do you light a lamp and put it under a measuring basket, but on a stand; and it shines to all who are in the house.',
  thought: 'No one thanks a lamp. They just see better, because it’s on and it’s in the room.',
  question: 'Where could a little light help tomorrow?',
  reflection: 'The lunch table by the gym. The new kid sits there alone.',
} as const;

/** Days with a reading since August, before today's; a missed day takes none away. */
export const SEMESTER = { days: 30, milestones: [30, 60, 100] } as const;
/** Monday to Sunday of the current week; today is the fourth. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const TODAY = 3;

export const CHALLENGE = {
  title: 'Thank someone who never gets thanked',
  source: 'From Sunday’s message',
  due: 'By Friday night',
  friends: [
    { who: AVA, done: 'Thanked the lunch ladies by name' },
    { who: JORDAN, done: 'Wrote a card to the bus driver' },
    { who: CALEB, done: 'Told my brother thanks. He was confused.' },
    { who: LILY, done: undefined },
  ],
  own: 'You',
  ownDone: 'Thanked the crossing guard',
} as const;

export const REQUESTS = [
  { id: 'parents', who: LILY, text: 'My parents fight a lot. I don’t know who to tell.', isPrivate: true },
  { id: 'grandpa', who: JORDAN, text: 'My grandpa has surgery on Friday.', isPrivate: false },
  { id: 'tryouts', who: CALEB, text: 'Tryouts on Monday. I want to be okay either way.', isPrivate: false },
];
export const NEW_REQUEST = 'I can’t sleep before tests. I feel like I’m letting everyone down.';
/** Words that cannot wait until a leader reads them. */
const URGENT =
  /\b(suicid|kill(ing)? my ?self|(want to|wanna|ready to) die|end (my life|it all)|(hurt|cut|harm)(ing)? my ?self|better off (dead|without me)|(don.?t|do not) want to (live|be alive|be here|wake up))/i;
export const isUrgent = (text: string): boolean => URGENT.test(text);

export const MESSAGES = [
  { id: 'prompt', who: MARCUS, text: 'Where did you see someone be a light this week?' },
  { id: 'driveway', who: AVA, text: 'Our neighbor shoveled the whole driveway and didn’t even ring the bell' },
  { id: 'number', who: CALEB, text: 'I got a new phone!! text me at 555-0142' },
];
export const NEW_MESSAGE = 'Mr. Diaz stayed late to help me with chem';

export const ENGAGEMENT = {
  students: 41,
  /** Students who took part, week by week; the last is the current week. */
  weeks: [24, 27, 26, 30, 31, 33, 34],
  groups: [
    { name: 'Freshmen', active: 9, of: 10 },
    { name: GROUP, active: 11, of: 14 },
    { name: 'Juniors', active: 7, of: 9 },
    { name: 'Seniors', active: 7, of: 8 },
  ],
  insight: 'More students read on the days a leader answers a prompt. This week: Monday and Tuesday.',
} as const;

/** Three weeks of one student, Friday to Thursday: whether he read. */
export const QUIET = {
  who: NOAH,
  days: 12,
  weeks: ['1101101', '1100000', '0000000'],
  usual: 'He used to read five days a week.',
  alert: 'No reading, reflection or message for 12 days.',
} as const;

export const NOTE = {
  leader: 'Could you save Noah a seat on Wednesday? He hasn’t been reading, and I’d hate for him to drift off.',
  group: 'Missed a few of you. Pizza at 6:30 on Wednesday, and there is a seat for everyone.',
} as const;
/** The group on the Wednesday after it. */
export const SAVED = [
  { id: 'seat', who: MARCUS, text: 'Good to see you, Noah. Your seat was saved.' },
  { id: 'back', who: NOAH, text: 'Thanks for asking. See you next week.' },
];
/** Students of the group who took part, with Noah. */
export const CAME = 12;
/** What Marcus writes to the group after the note. */
export const MARCUS_WRITES = 'Pizza at 6:30 on Wednesday. I’m saving a seat for every one of you.';

export const SERMON_NOTES =
  'Matthew 5:14-16. You are the light of the world. Not the spotlight: a lamp on a stand, in an ordinary house. Light helps others see. What do we hide it under? Fear of looking weird. Being busy.';

export const STUDY = {
  title: 'A lamp in an ordinary house',
  passage: 'Matthew 5:14-16',
  length: '35 minutes',
  open: 'Kill the lights. Light one candle. How much of the room can you see?',
  questions: [
    'Jesus says “you are,” not “try to be.” What changes?',
    'Which basket do you put over your light: fear, or being busy?',
    'Who is in the house with you?',
  ],
  challenge: 'Do one kind thing before Sunday that no one will trace to you.',
} as const;
