import { NEW_MESSAGE, NEW_REQUEST, READING } from '../demo/sample-data.ts';
import { type Story, WEEK } from './story.ts';

export const STUDENT: Story = {
  title: 'The student app',
  day: '2026-11-29',
  marks: WEEK,
  poster: 3,
  shots: [
    {
      seconds: 3.6,
      caption: 'Thursday, 7:42. Emma’s on the bus.',
      mark: 1,
      side: 'student',
      scene: 'start',
      press: '.phone button:text-is("Read")',
    },
    { seconds: 4.2, caption: 'Today’s reading is short. It takes five minutes.' },
    {
      seconds: 5.4,
      caption: 'There’s one question, and she answers it in her own words.',
      show: '.phone .demo-verses + p',
      type: { into: '#reflection-text', text: READING.reflection },
      press: '.phone button:text("Save reflection")',
    },
    {
      seconds: 4.6,
      caption: 'That’s 31 days this semester. A missed day takes none away.',
      show: '.phone .demo-card.lit',
    },
    {
      seconds: 4,
      caption: 'Friday. Three friends have already done the challenge.',
      mark: 2,
      before: ['#student-challenge'],
    },
    {
      seconds: 3.2,
      caption: 'Emma thanks the crossing guard.',
      show: '.phone .demo-list + .demo-fine',
      press: '.phone button:text("I did it")',
    },
    { seconds: 3.2, caption: 'Now four of the five have done it.', show: '.phone .demo-list' },
    {
      seconds: 5.6,
      caption: 'Saturday. Some things are hard to say in front of everyone.',
      mark: 3,
      before: ['#student-prayer'],
      type: { into: '#request-text', text: NEW_REQUEST },
    },
    {
      seconds: 3.6,
      caption: 'She keeps it private, so only her leaders see it.',
      press: '.phone button:text("Ask for prayer")',
    },
    { seconds: 3.6, caption: 'The lock shows who can read it: leaders only.' },
    {
      seconds: 4.4,
      caption: 'Sunday. The sermon becomes a study for Wednesday.',
      mark: 4,
      before: [
        '#portal-studies',
        '.tablet button:text("Draft a study")',
        '.tablet button:text("Share with")',
        '#student-group',
      ],
      show: '.phone .demo-chat li:last-child',
    },
    { seconds: 3.6, caption: 'Monday. Marcus has asked the group a question.', mark: 5, show: '.phone .demo-chat' },
    {
      seconds: 4.6,
      caption: 'Emma answers.',
      show: '.phone .demo-composer',
      type: { into: '#message-text', text: NEW_MESSAGE },
      press: '.phone .demo-composer button',
    },
    {
      seconds: 3.8,
      caption: 'Tuesday. Emma reports a message with a phone number.',
      mark: 6,
      show: '.phone .demo-chat li:has-text("555-0142")',
      press: '.phone li:has-text("555-0142") button',
    },
    {
      seconds: 3.4,
      caption: 'A leader takes it down.',
      before: ['#portal-messages', '.tablet li:has-text("555-0142") button'],
      show: '.phone .demo-chat li:has-text("A leader removed")',
    },
    {
      seconds: 4.2,
      caption: 'Wednesday. Marcus is saving a seat for every one of them.',
      mark: 7,
      before: ['#portal-students', '.tablet button:text("See Noah")', '.tablet button:text("Send note")'],
      show: '.phone .demo-chat li:last-child',
    },
    { seconds: 3.6, title: 'See you Wednesday', caption: 'Five minutes a day, and a group that answers.' },
  ],
};
