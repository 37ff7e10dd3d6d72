import { site } from '../lib/site.ts';

/** Questions and answers of four pages, shown there and written to their structured data. */

export interface FaqItem {
  question: string;
  answer: string;
}

/** /faq */
export const faq: FaqItem[] = [
  {
    question: `What is ${site.product}, and who is it for?`,
    answer: `${site.product} is a discipleship platform for youth ministries. Students, usually 12 to 18 years old, use an app on iOS or Android for daily Bible reading, devotionals, a prayer journal, faith challenges and their small group. Youth pastors and leaders use a separate pastor portal and dashboard, where they create groups and studies, send announcements, moderate, and see week by week who is engaged and who may be drifting.`,
  },
  {
    question: 'How does the free trial work?',
    answer:
      'You sign up as a youth pastor or church leader (18 or older), confirm your mobile phone with a code we text you, choose the plan you expect to need, and store a card. Then everything is open for 30 days: all features, for every student and leader you invite. Nothing is charged on the day you sign up or at any time before the trial ends. We email you 7 days and 1 day before the end with the price, the date and a link to cancel.',
  },
  {
    question: 'What does it cost, and who counts as an active user?',
    answer:
      'The price depends on how many people are active in a billing month: 1-19 active users $19.99, 20-49 $39.99, 50-99 $79.99, 100-199 $99.99, 200-499 $179.99. With 500 or more, please [contact us](/trial-request). Someone is an active user if, in that month, they complete a Bible reflection, finish a challenge or send a message. A student who only has an account, or who looks around without doing any of the three, doesn’t count. [Find your plan](/pricing#how-many) by the number who take part.',
  },
  {
    question: 'What happens if more students are active than our plan covers?',
    answer:
      'Nothing is cut off and nothing is added to your bill on its own. Your first invoice, at the end of the trial, is for the plan you chose. If more people are active than that plan covers, we send you an upgrade request for the following month, and you decide. The plan you chose at sign-up can be [updated later](/help/change-plan-or-card), too.',
  },
  {
    question: 'How do I cancel?',
    answer: `Anytime, without a phone call and without a reason. Use the link in our emails, which opens [your plan](/plan), or write to ${site.supportEmail}. If you cancel before the trial ends, nothing is charged, and we send no further reminders. If you cancel later, no further month is billed. [Canceling, step by step](/help/cancel).`,
  },
  {
    question: 'How old do students have to be?',
    answer: `The minimum age is 13. Anyone under 18 needs the permission of a parent or guardian, and your ministry should have that permission before you invite a student: here is [a form to print](/help/consent-form). We recommend ${site.product} for the range of 12 to 18, but a twelve-year-old has to wait for the thirteenth birthday before opening an account.`,
  },
  {
    question: 'Do parents get a login?',
    answer: `No. Parents have no separate access. They give their consent, and they are involved through their student’s account: they can look at it together with their student at any time. A parent who wants to know what is stored about their child, or wants it corrected or deleted, can write to ${site.supportEmail}. Adults in the ministry are expected to talk with students in groups, and one-to-one mentoring happens only with the parents’ knowledge.`,
  },
  {
    question: 'Who can see a private prayer request?',
    answer: `Only the leaders of your ministry. The prayer journal is seen by no one but the student: [who sees what](/safety). A student can mark a prayer request as private, and then other students don’t see it. Please tell your students plainly what “private” means: leaders read it, and if it shows that someone is in danger, leaders will act on it. ${site.product} isn’t an emergency service. In a crisis call or text 988, and when a life is in danger call 911: [all numbers](/crisis).`,
  },
  {
    question: 'How do you keep conversations safe?',
    answer: `There are one-on-one and group conversations in the app, so the rule comes first: our community guidelines ask adults to talk with students in groups and not in private messages, and forbid students under 18 to share personal details publicly. Leaders have moderation tools and can remove what doesn’t belong. Anyone can report something to a leader or to ${site.supportEmail}, and we may remove content and suspend or close accounts. Put two leaders in every group. [What elders ask](/safety): one-to-one conversations, consent, background checks. No tool replaces an adult who is paying attention.`,
  },
  {
    question: 'What happens to our data, and how do we get it or delete it?',
    answer: `You and your students can see and change personal details in the app settings. For a copy of your data, a correction or a deletion you can also write to ${site.supportEmail} with the phone number of the account, so that we can verify that it’s yours. Deleting an account is permanent and can’t be undone; some records, such as invoices, are kept where the law requires it. What we collect, in the app and on this site, is listed in our [privacy policy](/privacy-policy).`,
  },
];

/** /pricing */
export const pricingFaq: FaqItem[] = [
  {
    question: 'Why do you ask for a card if the trial is free?',
    answer:
      'So that your ministry doesn’t stop in the middle of a series on day 31. The card is stored with our payment provider, Stripe; we never see or keep the number. Nothing is charged until the trial ends, we remind you 7 days and 1 day before, and if you cancel by then you pay nothing.',
  },
  {
    question: 'Which plan should I choose?',
    answer:
      'Count the students and leaders you expect to take part in a normal month, not everyone on your roll. If thirty are on your list and about fifteen take part, begin with 1-19. All plans have the same features, so a small plan costs you nothing but room, and you can change it during the trial or later.',
  },
  {
    question: 'Is anything left out of the smaller plans?',
    answer:
      'No. Every plan has every feature: daily reading and devotionals, prayer journal and private prayer requests, challenges, the AI-assisted study generator, groups and messaging, announcements and SMS, analytics and disengagement alerts, and moderation. Plans differ only in the number of active users.',
  },
  {
    question: 'What will I receive before and after the first charge?',
    answer:
      'A welcome email with your plan, the price, the day the trial ends and how to cancel. A reminder 7 days and another 1 day before that day. Then the invoice for the plan you chose, and each month after that one charge for the plan you have. If the number of active users in a month is above your plan, you get an upgrade request for the following month; we don’t move you up automatically.',
  },
  {
    question: 'We have more than 500 students, or several ministries. What now?',
    answer: `Please use the contact button on the 500+ plan and tell us about your ministry, and a real person will answer. Churches with several ministries, for example middle school and high school, can [add them](/help/add-a-ministry) in the admin portal and see all of them in one view. Questions before you decide go to ${site.supportEmail}.`,
  },
];

/** /youth-ministry-tools */
export const toolsFaq: FaqItem[] = [
  {
    question: 'Which digital tools does a youth ministry really need?',
    answer:
      'Four kinds: something that helps students read and pray on ordinary days, a safe place to talk with their group, a way to prepare studies without losing your Saturday, and a view of who is engaged and who has gone quiet. You can put them together from separate apps. What you lose is the overview: the student who stopped reading in one app and the student who stopped answering in another may be the same student.',
  },
  {
    question: `Does ${site.product} replace our church management software?`,
    answer: `No. Keep it for membership, giving and check-in. ${site.product} is for discipleship between Sundays: habits, prayer, groups, messages and insight. When you sign up we ask which church software you use, so that we know what you’re working with. Planning Center, Breeze and the rest: [is it for us?](/is-it-for-us#rosters)`,
  },
  {
    question: 'What does the AI do, and what does it not do?',
    answer:
      'It drafts a Bible study plan or a challenge from your sermon notes or from a prompt, and it helps to point out trends in engagement. Read and correct every draft before you share it. It doesn’t pastor anyone: check each Bible reference, keep names and prayer requests out of prompts, and let people do the caring.',
  },
  {
    question: 'How much time does it take each week?',
    answer:
      'Plan for daily devotionals and at least 2-3 discussion prompts per week. Most of that can be drafted in one sitting from the talk you’re preparing anyway. Then set aside ten minutes once a week to look at engagement and choose two students to talk to, and make sure a leader in each group answers what students write.',
  },
];

/** /youth-pastor-guide */
export const guideFaq: FaqItem[] = [
  {
    question: 'How do I get students to read the Bible every day?',
    answer:
      'Make it short, shared and tied to a moment that already exists: five minutes, the same passage for everyone, after plugging in the phone at night or on the bus. Pair students so that a friend asks, not only a leader. Mark 30, 60 and 100 days in front of the group, and treat a missed day as a day, not a failure.',
  },
  {
    question: 'How do I notice that a student is drifting before they’re gone?',
    answer: `Watch for a change in a pattern: the student who always came and now comes every third week, who used to answer in the group and has stopped. ${site.product} shows weekly engagement and alerts you to students who have become less active. An alert is only a reason to pay attention. Answer it with a hello in the lobby, a saved seat or an invitation, never with a remark about an app.`,
  },
  {
    question: 'How large should a small group be?',
    answer:
      'Six to ten students for each leader. With fewer, one absence empties the room; with more, the quiet ones can hide and no leader can follow up on everyone in a week. If a group passes ten, raise up a second leader before you split it.',
  },
  {
    question: 'How should adult leaders communicate with students online?',
    answer:
      'In groups, with at least two adults present, in a place leaders can moderate. No private messages to students, no disappearing messages. One-to-one mentoring happens only with the parents’ knowledge. If a student writes privately because they are in danger, answer, get help at once (911, or call or text 988), and bring in another leader and, unless home is where the danger is, the parents.',
  },
  {
    question: 'How can I involve parents without losing the trust of students?',
    answer: `Tell both sides the same thing. Parents know what their student is reading, which leaders are in the group, and what the rules are; students know what leaders keep in confidence and what they can’t. Parents have no login in ${site.product} and take part through their student’s account, so encourage families to read the same passage and talk about it at home.`,
  },
];
