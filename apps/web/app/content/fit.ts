import { dollars, OPEN_QUESTIONS, type OpenQuestion, planFor } from '@lampstand/contracts';
import { answerOrAsk } from './answer-or-ask.ts';
import type { FaqItem } from './faq.ts';
import { factOf } from './owner-claims.ts';

/** A question of /is-it-for-us. */
interface FitQuestion extends FaqItem {
  id: string;
  /** Only the operator can answer this part: the answer, or "Ask us" as a link that starts an email. */
  open?: string;
}

/** An example: so many of them take part. */
export const CHURCH_OF_150 = { students: 18, leaders: 4, people: 22 } as const;
const SMALL_CHURCH = 9;

const priceFor = (people: number): string => {
  const { name, amountInCents } = planFor(people);
  return `${name}, ${dollars(amountInCents)} a month`;
};
const perPerson = (people: number): string => dollars(planFor(people).amountInCents / people);

const QUESTIONS: readonly FitQuestion[] = [
  {
    id: 'small-church',
    question: 'We have seven students. Is it too much for us?',
    answer: `No plan leaves a feature out, so seven students get what seventy get. With seven students and two leaders who take part, that’s ${priceFor(SMALL_CHURCH)}. If there’s no money at all, begin with [youth ministry without a budget](/blog/small-church-no-budget), which costs nothing.`,
  },
  {
    id: 'church-of-150',
    question: 'What does it cost a church of 150?',
    answer: `You don’t pay for the 150. You pay for the students and leaders who take part in a month. If those are ${CHURCH_OF_150.students} students and ${CHURCH_OF_150.leaders} leaders, for example, it’s ${priceFor(CHURCH_OF_150.people)}, or ${perPerson(CHURCH_OF_150.people)} a person. With 19 people or fewer it’s ${priceFor(19)}. [Enter your own number](/pricing#how-many).`,
  },
  {
    id: 'elders',
    question: 'What will our elders and parents ask?',
    answer:
      'Who sees a prayer journal, who reads along, what the AI gets, how to delete it all. The answers are on [one page to print](/safety). Parents get [a consent form](/help/consent-form), and have no login of their own.',
  },
  {
    id: 'translation',
    question: 'Which Bible translation do you use?',
    answer: 'The demo on this site quotes the World English Bible.',
  },
  {
    id: 'devotionals',
    question: 'Who writes the devotionals, and from which theology?',
    answer:
      'Every plan comes with devotionals that we provide. What you add is your own: the study generator starts from your sermon notes or your prompt, and you correct every draft before you share it.',
  },
  {
    id: 'curriculum',
    question: 'Can we use our own curriculum or reading plan?',
    answer:
      'Your own teaching, yes. Leaders create their own studies and challenges, from sermon notes or a prompt, so what you teach on Sunday carries on during the week.',
  },
  {
    id: 'rosters',
    question: 'Does it work with Planning Center, Breeze or our roster?',
    answer:
      'It doesn’t replace them. Keep your church software for membership, giving and check-in; the sign-up asks which one you use. You [invite students](/help/invite-students) one small group at a time, by their mobile numbers.',
  },
  {
    id: 'phones',
    question: 'What about a student with only an iPad, or without a phone number?',
    answer:
      'A student needs a mobile number of their own. There’s no password: [signing in](/help/sign-in) takes a code that we text to that number, and two accounts can’t share one. A student without a number can’t have an account. The app is for iOS and Android.',
  },
  { id: 'spanish', question: 'Is it in Spanish?', answer: 'This site is in English only.' },
];

const openPart = ({ id, question }: FitQuestion): string | undefined =>
  id in OPEN_QUESTIONS ? answerOrAsk(factOf(id as OpenQuestion), question) : undefined;

export const FIT_QUESTIONS: readonly FitQuestion[] = QUESTIONS.map((each) => ({ ...each, open: openPart(each) }));

/** The same with each answer in one piece. */
export const fitFaq: readonly FaqItem[] = FIT_QUESTIONS.map(({ question, answer, open }) => ({
  question,
  answer: open ? `${answer} ${open}` : answer,
}));

export const NOT_FOR_YOU = [
  { if: 'Most of your students are under 13', because: 'That’s the minimum age, and we make no exceptions.' },
  { if: 'Your students have no mobile number of their own', because: 'They couldn’t sign in.' },
  { if: 'You want one system for giving, check-in and membership', because: 'Keep your church software for those.' },
  { if: 'Parents should have a login', because: 'They look together with their student.' },
  {
    if: 'You want to read journals and private conversations',
    because: 'Leaders see no journal, and a one-to-one conversation only when one of the two reports it.',
  },
  { if: 'Someone has to watch around the clock', because: 'No one does. In a crisis, call or text 988.' },
  { if: 'No leader has ten minutes a week', because: 'An alert helps only if someone answers it.' },
] as const;
