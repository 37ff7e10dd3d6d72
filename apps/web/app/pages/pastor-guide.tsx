import { RESULTS } from '../content/owner-claims.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { FaqList, PageHeader, PageLayout, Statistics } from '../components/page-layout.tsx';
import { HARD_TRUTHS, STATISTICS } from '../content/evidence.ts';
import { guideFaq } from '../content/faq.ts';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { faqPage } from '../seo/structured-data.ts';
import './pastor-guide.css';

const STRATEGIES = [
  {
    title: 'Make faith a daily habit',
    problem:
      'Wednesday is strong, and on Thursday nothing happens. Students mean to read and pray. “I should” isn’t a time of day.',
    solution:
      'Give the whole group one short reading a day and tie it to a moment that’s already there: the bus, the charger, the breakfast table. Pair students up. Mark 30, 60 and 100 days out loud, and treat a missed day as a day, not a failure.',
    aiAnswer:
      'The study generator turns your sermon notes or a prompt into a draft plan for the days between gatherings. You check it and make it sound like you.',
  },
  {
    title: 'Make groups small enough to be known',
    problem: 'In a circle of thirty, four students talk and the others learn to be invisible.',
    solution:
      'Six to ten students for each leader, the same faces every week, two or three real questions between meetings, and a leader who answers what is written. Adults and students talk in groups.',
    aiAnswer:
      'From your sermon notes it drafts a Bible study plan that every group can follow. Cut whatever has an answer key, and put in the questions only you could ask these students.',
  },
  {
    title: 'Notice while there’s still time',
    problem:
      'No one announces that they’re leaving. You notice in March, and think back, and the last time was January.',
    solution:
      'Take ten minutes every week, on the same day, to look at who has gone quiet. Choose two. Save them a seat, call the house, have a friend invite them. Never mention the chart.',
    aiAnswer:
      'Disengagement alerts and AI-powered insights point to a pattern that has changed, so that you start with the right two names. They can’t tell you why. A conversation can.',
  },
  {
    title: 'Let students carry each other',
    problem: 'When everything runs through the youth pastor, everything stops when the youth pastor is tired.',
    solution:
      'Give students something to do for one another: pray for requests, finish a challenge together, lead a question. Build a leadership team of three to five students and let them choose the next challenge.',
    aiAnswer:
      'The challenge generator drafts a challenge from a prompt that your student leaders write. They argue about it, improve it and invite their friends.',
  },
] as const;

const WEEKS = [
  {
    title: 'Lay the ground',
    text: 'Invite two or three core leaders. Agree on the rules: adults and students talk in groups, two adults in each, parents informed. Collect consent. Do the daily reading yourselves.',
  },
  {
    title: 'Begin small',
    text: 'One group of six to ten. Read the first devotional together in the room. Send two prompts and answer every reply.',
  },
  {
    title: 'Look and adjust',
    text: 'Which prompt got an answer from a quiet student? Who hasn’t opened it? Change the hour, cut the length, visit the two you miss.',
  },
  {
    title: 'Open the doors',
    text: 'Invite the other groups, with your pilot students telling how it works. Start the first challenge together. From now on: daily devotionals, two or three prompts a week, ten minutes of looking.',
  },
] as const;

const START = { href: '/trial', label: 'Start Free Trial' };

const page: Page = {
  path: '/youth-pastor-guide',
  title: 'Youth Pastor’s Guide to Daily Discipleship',
  description:
    'Four strategies for the six days between youth nights, with the problem, the solution and where AI helps, and a four-week plan to begin with.',
  keywords: [
    'youth pastor guide',
    'daily discipleship',
    'student engagement strategies',
    'small groups',
    'youth ministry plan',
  ],
  scene: 'desk',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [faqPage(guideFaq)]);

export default function PastorGuide() {
  return (
    <PageLayout as="article">
      <PageHeader
        scene="desk"
        heading="The Youth Pastor’s Guide to Daily Discipleship"
        intro="You have them for two hours a week. This guide is about the other six days: what makes it hard, four strategies that help, and a plan for your next four weeks."
      >
        <a className="button primary large" href={START.href}>
          {START.label}
        </a>
      </PageHeader>
      <section>
        <h2>What you’re up against</h2>
        <Statistics of={[...STATISTICS, ...HARD_TRUTHS]} />
        <p className="after-statistics">
          Look at the third number again. If your room is anything like it, most of your students want this already.
          They’re waiting for someone to show them how, on a school day, and to do it with them.
        </p>
      </section>
      <section className="part">
        <h2>Four strategies</h2>
        <ol className="strategies">
          {STRATEGIES.map((strategy) => (
            <Strategy key={strategy.title} {...strategy} />
          ))}
        </ol>
      </section>
      <section className="part">
        <h2>A plan for four weeks</h2>
        <ol className="weeks">
          {WEEKS.map(({ title, text }, index) => (
            <li key={title}>
              <h3>
                <span className="label">Week {index + 1}</span> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="part band results" id="results">
        {RESULTS.some(({ sample }) => sample) ? (
          <>
            <h2>What we hope ministries will see</h2>
            <p>
              Sample: <a href="/evidence#our-own">the three results</a> stand in until ministries send us theirs. Run
              the four weeks above and count for yourself.
            </p>
          </>
        ) : (
          <>
            <h2>What ministries have seen with {site.product}</h2>
            <p>
              Three results that ministries have reported to us;{' '}
              <a href="/evidence#our-own">not independently verified</a>. Run the four weeks above and count for
              yourself.
            </p>
          </>
        )}
        <ul>
          {RESULTS.map(({ figure, label }) => (
            <li key={figure}>
              <span className="figure">{figure}</span> {label}
            </li>
          ))}
        </ul>
      </section>
      <section className="part">
        <h2>Questions from youth pastors</h2>
        <FaqList entries={guideFaq} level="h3" />
      </section>
      <CallToAction
        heading="Start with one group"
        action={START}
        link={{ href: '/youth-ministry-tools', label: 'Compare ministry tools' }}
      >
        A four-week plan, and 30 days to try it. All features, and nothing is charged until the trial ends.
      </CallToAction>
    </PageLayout>
  );
}

const Strategy = ({ title, problem, solution, aiAnswer }: (typeof STRATEGIES)[number]) => (
  <li className="card">
    <h3>{title}</h3>
    <dl>
      <dt>Problem</dt>
      <dd>{problem}</dd>
      <dt>Solution</dt>
      <dd>{solution}</dd>
      <dt>How AI helps</dt>
      <dd>{aiAnswer}</dd>
    </dl>
  </li>
);
