import { useLoaderData } from 'react-router-dom';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { WithLinks } from '../components/text-links.tsx';
import { Still, type StillName } from '../demo/stills.tsx';
import { FILMS } from '../films/films.ts';
import { Video } from '../films/video.tsx';
import { withPoster } from '../films/video-poster.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { videoLd } from '../seo/video-data.ts';
import styles from './getting-started.module.css';

const TOPICS: readonly { title: string; text: string; still?: StillName }[] = [
  {
    title: 'Platform setup',
    still: 'groups',
    text: 'Sign in to the dashboard with the phone number you confirmed. Check the name of your church and ministry. Invite two or three core leaders before any student, and create [one small group](/blog/small-group-culture) of six to ten. If your church has more ministries, [add them](/help/add-a-ministry) in the admin portal.',
  },
  {
    title: 'Student engagement',
    still: 'days',
    text: 'Start with one group, not with everyone. Read the first devotional together in the room, phones out. Plan for daily devotionals and at least 2-3 discussion prompts per week, and decide who answers. Celebrate [30, 60 and 100 days](/blog/digital-discipleship). Remember consent: students must be 13, and under 18 they need [a parent’s or guardian’s permission](/help/consent-form).',
  },
  {
    title: 'Communication tools',
    still: 'chat',
    text: 'Use announcements for everyone, group conversations for talking, and SMS for what can’t wait. Have two adults in every group, and read [the rules for the chat](/sheets/chat-rules) aloud. Adults talk with students in groups, and mentor one to one only with the parents’ knowledge.',
  },
  {
    title: 'Insights and analytics',
    still: 'alert',
    text: 'Look once a week, for ten minutes, always on the same day. Note who has gone quiet, choose two, and [reach out](/blog/reaching-students) as a person. Trends over a month tell you more than one slow week.',
  },
  {
    title: 'Best practices',
    still: 'request',
    text: 'Answer what students write within a day. Read private prayer requests daily, and put a name on that job. Edit every AI draft before you share it. Tell students plainly [what leaders can see](/safety) and what they can’t keep to themselves.',
  },
  {
    title: 'Getting support',
    text: `Write to ${site.supportEmail}, with the phone number of the account. The [Help Center](/help) has the [guidelines](/community-guidelines) and more answers.`,
  },
];

const WALKTHROUGH = 'Your first hour and what comes after it, in the order of the six topics, on sample data.';

const page: Page = {
  path: '/gettingstarted',
  title: 'Getting Started in Six Topics',
  description:
    'A video walkthrough and six short topics: platform setup, student engagement, communication, insights, best practices and getting support.',
  keywords: [
    'youth ministry platform setup',
    'student engagement',
    'youth group communication',
    'launch a youth app',
    'best practices',
  ],
  scene: 'circle',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, videoLd(FILMS.walkthrough, WALKTHROUGH));

/** Runs at build time: the poster is a document of its own. */
export const loader = () => ({ walkthrough: withPoster(FILMS.walkthrough, WALKTHROUGH) });

export default function GettingStarted() {
  const { walkthrough } = useLoaderData<typeof loader>();
  return (
    <PageLayout>
      <PageHeader
        scene="circle"
        heading="Getting Started"
        intro="You don’t need a launch committee. You need two leaders, one group and about an hour. Watch the walkthrough, then take the six topics in order."
      />
      <Video {...walkthrough} />
      <ol className={`numbered part ${styles.topics}`}>
        {TOPICS.map(({ title, text, still }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>
              <WithLinks>{text}</WithLinks>
            </p>
            {still && (
              <div className={`demo-picture ${styles.picture}`}>
                <Still of={still} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <CallToAction
        heading="No account yet?"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/help', label: 'Help Center' }}
      />
    </PageLayout>
  );
}
