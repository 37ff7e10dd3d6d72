import type { Page } from '../seo/page.ts';
import type { Moment } from './moments.ts';

/** A page to print, whose text is a `<Sheet>` of an article or a help page. */
export interface SheetPage extends Page {
  slug: string;
  /** Its heading. */
  name: string;
  /** Path of the page with its text. */
  partOf: string;
  /** What it is about, in the library. */
  summary: string;
  moments: readonly Moment[];
}

const sheet = (
  partOf: string,
  slug: string,
  moments: readonly [Moment, ...Moment[]],
  name: string,
  title: string,
  summary: string,
  words: string[],
): SheetPage => ({
  slug,
  name,
  partOf,
  summary,
  moments,
  path: `/sheets/${slug}`,
  title,
  description: `${summary} One page to print or to copy, with the name of your church.`,
  keywords: [...words, name.toLowerCase().replace(',', ''), 'printable for youth ministry'],
  scene: 'desk',
  label: 'To print',
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
  sheet(GROUPS, 'group-agreement', ['first-night'], 'Small Group Agreement', 'Small Group Agreement: Youth Covenant Template', 'What a small group promises each other on its first night.', ['small group covenant', 'ground rules']),
  sheet(GROUPS, 'run-sheet', ['every-week'], 'Run Sheet for 45 Minutes', 'Run Sheet for a 45-Minute Youth Small Group', 'The six parts of a small group night, with minutes.', ['small group agenda', 'order of the night']),
  sheet(GROUPS, 'heavy-moment', ['crisis'], 'When Someone Says Something Heavy', 'When Someone Says Something Heavy: for Leaders', 'What a small group leader says when a student tells something hard.', ['disclosure', 'small group leader card']),
  sheet(GROUPS, 'six-week-reset', ['every-week', 'year'], 'Six-Week Reset', 'Six-Week Reset for a Flat Youth Small Group', 'Six weeks for a small group that has gone flat.', ['small group plan', 'restart a small group']),
  sheet(REACHING, 'thursday-hour', ['every-week'], 'The Thursday Hour', 'The Thursday Hour: Missing Students, Followed Up', 'One hour a week for the students who are missing, minute by minute.', ['follow up absent students', 'attendance']),
  sheet(REACHING, 'messages-to-send', ['every-week', 'parents'], 'Messages You Can Send', 'Texts to Send to Missing Students and Parents', 'Four messages to students and parents that ask for nothing.', ['text message templates', 'follow up texts']),
  sheet(REACHING, 'first-visit', ['first-night'], 'The First Visit, Minute by Minute', 'First Visit to Youth Group: a Welcome Checklist', 'A checklist for the night of a new student, from the parking lot to the door.', ['welcome checklist', 'new student']),
  sheet(TEAM, 'invitation-letter', ['team', 'parents'], 'Invitation to the Leadership Team', 'Invitation Letter for a Student Leadership Team', 'A letter to a student and the family, with what it costs and what it does not require.', ['student leader invitation', 'letter template']),
  sheet(TEAM, 'leadership-covenant', ['team'], 'Leadership Covenant', 'Student Leadership Covenant to Sign', 'What student leaders and their pastor promise each other, to be signed.', ['student leader agreement', 'covenant template']),
  sheet(TEAM, 'team-meeting', ['team', 'every-week'], 'Forty-Minute Team Meeting', 'Student Leadership Team Meeting Agenda', 'The agenda of a meeting that a student can run by spring.', ['student leader meeting', 'agenda template']),
  sheet(COLLEGE, 'six-conversations', ['graduates'], 'Six Conversations for Seniors', 'Six Conversations with High School Seniors', 'Six evenings before graduation, each with one question and one thing to do.', ['senior small group', 'graduation']),
  sheet(COLLEGE, 'handoff-email', ['graduates'], 'Handoff Email for a Graduate', 'Handoff Email for a Graduate to a New Church', 'The email that lets a student be expected in a new town.', ['college ministry introduction', 'email template']),
  sheet(COLLEGE, 'first-eight-weeks', ['graduates'], 'The First Eight Weeks', 'First Eight Weeks of College: What to Send', 'What to send to a graduate from move-in day to the eighth week.', ['college freshmen', 'texts to graduates']),
  sheet(CAMP, 'ride-home-card', ['camp'], 'Ride-Home Card', 'Ride-Home Card: Youth Camp Debrief Questions', 'Six questions for the last rest stop before home.', ['camp response card', 'camp debrief questions']),
  sheet(CAMP, 'parent-note', ['camp', 'parents'], 'Note to Parents after Camp', 'Note to Parents after Youth Camp', 'What parents should know on the evening the vans come back.', ['email to parents after camp', 'camp letter']),
  sheet(CAMP, 'after-camp-conversation', ['camp'], 'Conversation after Camp', 'Conversation after Camp: Five Questions', 'Five questions in fifteen minutes, and what to say to whom.', ['camp follow up', 'one-to-one questions']),
  sheet(CAMP, 'first-night-back', ['camp', 'first-night'], 'The First Night Back', 'First Youth Group Night Back after Camp: Agenda', 'Seventy-five minutes that bring the mountain into the room.', ['after camp youth night', 'camp follow up']),
  sheet(CAMP, 'two-weeks-in-mark', ['camp', 'every-week'], 'Two Weeks in Mark', 'Two Weeks in Mark: Reading Plan for Teens', 'Fourteen short passages with the same two questions each day.', ['bible reading plan', 'gospel of mark']),
  sheet(CAMP, 'volunteer-debrief', ['camp', 'team'], 'Volunteer Debrief', 'Camp Debrief for Youth Ministry Volunteers', 'Forty minutes with the leaders who gave up their vacation.', ['leader debrief', 'camp volunteers']),
  sheet(CAMP, 'stones-night', ['camp'], 'Stones Night', 'Stones Night: Sixty Days after Youth Camp', 'Five steps for the night sixty days after camp.', ['camp reunion night', 'camp follow up']),
  sheet(DIGITAL, 'week-of-devotionals', ['every-week'], 'A Week of Devotionals', 'A Week of Devotionals for Teens, from Luke', 'Seven passages from Luke and three prompts, from Monday to Sunday.', ['daily devotional for teens', 'gospel of luke']),
  sheet(DIGITAL, 'chat-rules', ['first-night'], 'Rules for the Group Chat', 'Youth Group Chat Rules to Read Aloud', 'Seven rules to read aloud when the chat opens.', ['group chat guidelines', 'online rules']),
  sheet(DIGITAL, 'rules-for-adults', ['team', 'parents'], 'Rules for Adults Online', 'Online Rules for Adults in Youth Ministry', 'How leaders write to students, for parents to see.', ['social media policy', 'leader texting rules']),
  sheet(DIGITAL, 'letter-to-parents', ['parents'], 'Letter to Parents', 'Letter to Parents about Reading on Phones', 'What parents should know before the group reads together on phones.', ['parent letter template', 'phones and devotionals']),
  sheet(HEALTH, 'what-we-keep-to-ourselves', ['crisis'], 'What We Keep to Ourselves', 'Confidentiality in Youth Group: What We Keep', 'The limits of confidentiality, to say before anyone needs them.', ['confidentiality statement', 'limits of confidentiality']),
  sheet(HEALTH, 'say-and-not', ['crisis'], 'What to Say, and What Not', 'What to Say to a Hurting Teen, and What Not', 'Eight sentences that help a student, beside the eight that do not.', ['what to say', 'suicide and self-harm']),
  sheet(HEALTH, 'calling-parents', ['crisis', 'parents'], 'Calling the Parents', 'Calling the Parents: a Script for Youth Leaders', 'The call that no leader wants to make, in words to read from.', ['phone script', 'telling parents']),
  sheet(HEALTH, 'volunteer-page', ['crisis', 'team'], 'One Page for Every Volunteer', 'Safety Page for Youth Volunteers to Sign', 'Eight sentences that every leader signs about safety, with blanks for the numbers.', ['volunteer agreement', 'child protection']),
  sheet(DISABILITIES, 'about-me', ['first-night', 'parents'], 'All about Me', 'All about Me: Support Sheet for a Student', 'What helps a student, told by the student and the family.', ['disability intake form', 'special needs']),
  sheet(DISABILITIES, 'night-in-pictures', ['first-night', 'every-week'], 'Tonight, Step by Step', 'Tonight, Step by Step: a Visual Schedule', 'The order of the night for a student who likes to know what comes.', ['visual schedule', 'autism']),
  sheet(SMALL, 'year-on-one-page', ['year'], 'A Year on One Page', 'Youth Ministry Calendar: a Year on One Page', 'Twelve months of a ministry that costs nearly nothing.', ['annual plan', 'youth group calendar']),
  sheet(SMALL, 'letter-to-the-church', ['year'], 'Letter to the Church', 'Letter to the Church: Ask for Rides and Names', 'A letter that asks the congregation for rides, chairs and names, not for money.', ['small church youth ministry', 'letter template']),
  sheet('/help/consent-form', 'consent-form', ['parents', 'first-night'], 'Consent Form for Parents', 'Parent Consent Form for a Youth Group App', 'The permission of a parent or guardian for a student under 18.', ['permission slip', 'parental consent form']),
]; // oxfmt-ignore
