import type { Page } from '../seo/page.ts';

/** A page to print, whose text is a `<Sheet>` of an article or a help page. */
export interface SheetPage extends Page {
  slug: string;
  /** Its heading. */
  name: string;
  /** Path of the page with its text, which search engines show instead. */
  canonical: string;
}

const sheet = (of: string, slug: string, name: string, description: string): SheetPage => ({
  slug,
  name,
  path: `/sheets/${slug}`,
  canonical: of,
  title: `${name}: to Print`,
  description: `${description} One page to print or to copy, with the name of your church.`,
  keywords: [name.toLowerCase(), 'printable for youth ministry', 'template'],
});

const GROUPS = '/blog/small-group-culture';
const REACHING = '/blog/reaching-students';
const TEAM = '/blog/student-leadership-team';
const COLLEGE = '/blog/college-transition';
const CAMP = '/blog/post-camp-fire';
const DIGITAL = '/blog/digital-discipleship';
const HEALTH = '/blog/teen-mental-health';
const DISABILITIES = '/blog/students-with-disabilities';
const SMALL = '/blog/small-church-no-budget';

export const sheetPages: SheetPage[] = [
  sheet(GROUPS, 'group-agreement', 'Small Group Agreement', 'What a small group promises each other on its first night.'),
  sheet(GROUPS, 'run-sheet', 'Run Sheet for 45 Minutes', 'The six parts of a small group night, with minutes.'),
  sheet(GROUPS, 'heavy-moment', 'When Someone Says Something Heavy', 'What a small group leader says when a student tells something hard.'),
  sheet(GROUPS, 'six-week-reset', 'Six-Week Reset', 'Six weeks for a small group that has gone flat.'),
  sheet(REACHING, 'thursday-hour', 'The Thursday Hour', 'One hour a week for the students who are missing, minute by minute.'),
  sheet(REACHING, 'messages-to-send', 'Messages You Can Send', 'Four messages to students and parents that ask for nothing.'),
  sheet(REACHING, 'first-visit', 'The First Visit, Minute by Minute', 'A checklist for the night of a new student, from the parking lot to the door.'),
  sheet(TEAM, 'invitation-letter', 'Invitation to the Leadership Team', 'A letter to a student and the family, with what it costs and what it does not require.'),
  sheet(TEAM, 'leadership-covenant', 'Leadership Covenant', 'What student leaders and their pastor promise each other, to be signed.'),
  sheet(TEAM, 'team-meeting', 'Forty-Minute Team Meeting', 'The agenda of a meeting that a student can run by spring.'),
  sheet(COLLEGE, 'six-conversations', 'Six Conversations for Seniors', 'Six evenings before graduation, each with one question and one thing to do.'),
  sheet(COLLEGE, 'handoff-email', 'Handoff Email for a Graduate', 'The email that lets a student be expected in a new town.'),
  sheet(COLLEGE, 'first-eight-weeks', 'The First Eight Weeks', 'What to send to a graduate from move-in day to the eighth week.'),
  sheet(CAMP, 'ride-home-card', 'Ride-Home Card', 'Six questions for the last rest stop before home.'),
  sheet(CAMP, 'parent-note', 'Note to Parents after Camp', 'What parents should know on the evening the vans come back.'),
  sheet(CAMP, 'after-camp-conversation', 'Conversation after Camp', 'Five questions in fifteen minutes, and what to say to whom.'),
  sheet(CAMP, 'first-night-back', 'The First Night Back', 'Seventy-five minutes that bring the mountain into the room.'),
  sheet(CAMP, 'two-weeks-in-mark', 'Two Weeks in Mark', 'Fourteen short passages with the same two questions each day.'),
  sheet(CAMP, 'volunteer-debrief', 'Volunteer Debrief', 'Forty minutes with the leaders who gave up their vacation.'),
  sheet(CAMP, 'stones-night', 'Stones Night', 'Five steps for the night sixty days after camp.'),
  sheet(DIGITAL, 'week-of-devotionals', 'A Week of Devotionals', 'Seven passages from Luke and three prompts, from Monday to Sunday.'),
  sheet(DIGITAL, 'chat-rules', 'Rules for the Group Chat', 'Seven rules to read aloud when the chat opens.'),
  sheet(DIGITAL, 'rules-for-adults', 'Rules for Adults Online', 'How leaders write to students, for parents to see.'),
  sheet(DIGITAL, 'letter-to-parents', 'Letter to Parents', 'What parents should know before the group reads together on phones.'),
  sheet(HEALTH, 'what-we-keep-to-ourselves', 'What We Keep to Ourselves', 'The limits of confidentiality, to say before anyone needs them.'),
  sheet(HEALTH, 'say-and-not', 'What to Say, and What Not', 'Eight sentences that help a student, beside the eight that do not.'),
  sheet(HEALTH, 'calling-parents', 'Calling the Parents', 'The call that no leader wants to make, in words to read from.'),
  sheet(HEALTH, 'volunteer-page', 'One Page for Every Volunteer', 'Eight sentences that every leader signs about safety, with blanks for the numbers.'),
  sheet(DISABILITIES, 'about-me', 'All about Me', 'What helps a student, told by the student and the family.'),
  sheet(DISABILITIES, 'night-in-pictures', 'Tonight, Step by Step', 'The order of the night for a student who likes to know what comes.'),
  sheet(SMALL, 'year-on-one-page', 'A Year on One Page', 'Twelve months of a ministry that costs nearly nothing.'),
  sheet(SMALL, 'letter-to-the-church', 'Letter to the Church', 'A letter that asks the congregation for rides, chairs and names, not for money.'),
  sheet('/help/consent-form', 'consent-form', 'Consent Form for Parents', 'The permission of a parent or guardian for a student under 18.'),
]; // oxfmt-ignore
