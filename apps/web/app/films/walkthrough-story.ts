import { NEW_MESSAGE } from '../demo/sample-data.ts';
import type { Story } from './story.ts';

export const WALKTHROUGH: Story = {
  title: 'Walkthrough',
  day: '2026-11-29',
  marks: ['1', '2', '3', '4', '5', '6'],
  poster: 4,
  shots: [
    { seconds: 3.4, title: 'Your first hour', caption: 'You need two leaders, one group and about an hour.' },
    {
      seconds: 4,
      title: 'Sign in',
      caption: 'Use the phone number you confirmed, then check your church’s name.',
      mark: 1,
    },
    { seconds: 3.8, title: 'Invite your leaders', caption: 'Invite two or three, before any student.' },
    { seconds: 3.8, title: 'Create one group', caption: 'Start with six to ten students. The rest can wait.' },
    {
      seconds: 4.4,
      caption: 'Read the first devotional together in the room, phones out.',
      mark: 2,
      side: 'student',
      scene: 'start',
      press: '.phone button:text-is("Read")',
    },
    {
      seconds: 4.2,
      caption: 'Give everyone five quiet minutes to answer.',
      show: '.phone .demo-verses + p',
      press: '.phone button:text("Save reflection")',
    },
    {
      seconds: 4.2,
      caption: 'Celebrate 30, 60 and 100 days. A missed day takes none away.',
      show: '.phone .demo-greeting + .demo-card + .demo-card',
    },
    { seconds: 3.6, caption: 'Then set the first challenge from Sunday’s message.', before: ['#student-challenge'] },
    {
      seconds: 3.4,
      caption: 'Do it with your students.',
      show: '.phone .demo-list + .demo-fine',
      press: '.phone button:text("I did it")',
    },
    {
      seconds: 5,
      caption: 'Talk in the group, with two adults in it.',
      mark: 3,
      before: ['#student-group'],
      show: '.phone .demo-composer',
      type: { into: '#message-text', text: NEW_MESSAGE },
      press: '.phone .demo-composer button',
    },
    {
      seconds: 3.8,
      caption: 'Students can report a message. Leaders can remove it.',
      side: 'portal',
      before: ['.phone li:has-text("555-0142") button', '#portal-messages'],
      show: '.tablet li:has-text("555-0142")',
    },
    {
      seconds: 4.4,
      caption: 'Look at the week for ten minutes, always on the same day.',
      mark: 4,
      before: ['#portal-students'],
      show: '.tablet .portal-columns',
    },
    {
      seconds: 4,
      caption: 'Choose two students who’ve gone quiet, and reach out.',
      show: '.tablet .alert',
      press: '.tablet button:text("See Noah")',
    },
    {
      seconds: 4.4,
      caption: 'Answer private prayer requests within a day.',
      mark: 5,
      before: ['#portal-prayer'],
    },
    {
      seconds: 4.2,
      caption: 'Edit every AI draft before you share it.',
      before: ['#portal-studies', '.tablet button:text("Draft a study")'],
      show: '.tablet .draft',
    },
    {
      seconds: 4,
      title: 'Stuck? Write to us',
      caption: 'The Help Center has the guidelines and more answers.',
      mark: 6,
    },
  ],
};
