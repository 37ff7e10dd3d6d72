import { CallToAction } from '../components/call-to-action.tsx';
import { FaqList, PageHeader, PageLayout } from '../components/page-layout.tsx';
import { toolsFaq } from '../content/faq.ts';
import { Still } from '../demo/stills.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { faqPage } from '../seo/structured-data.ts';

const KINDS = [
  {
    title: 'Tools for daily habits',
    text: 'Bible reading, devotionals, prayer.',
    ask: 'can a student do it in five minutes on a bad day, and does anyone notice?',
    careful:
      'a library of ten thousand plans is a place to get lost. One plan that the whole group reads is worth more.',
  },
  {
    title: 'Tools for conversation',
    text: 'Group messages, announcements, SMS.',
    ask: 'can leaders moderate it, and do adults and students meet in groups there?',
    careful: 'the app that students already use may have disappearing messages and no adult who can see them.',
  },
  {
    title: 'Tools for preparing',
    text: 'Studies, discussion prompts, challenges.',
    ask: 'does it begin from what you’re already teaching?',
    careful: 'a draft by AI is a first draft by someone who has never met your students. Check every reference.',
  },
  {
    title: 'Tools for seeing',
    text: 'Attendance, engagement, trends.',
    ask: 'does it tell you who to call this week?',
    careful: 'don’t measure what you would be ashamed to tell a student that you measure.',
  },
] as const;

const OURS = [
  {
    title: 'Daily discipleship',
    still: 'reading',
    text: 'Bible reading, devotionals, a prayer journal, private prayer requests, and challenges with peer accountability.',
  },
  {
    title: 'Groups and messages',
    still: 'chat',
    text: 'Small groups with conversations and analytics, announcements and SMS, and moderation tools for leaders.',
  },
  {
    title: 'Study and challenge generator',
    still: 'draft',
    text: 'AI-assisted drafts from your sermon notes or a prompt, for you to edit.',
  },
  {
    title: 'Pastor portal',
    still: 'weeks',
    text: 'Weekly engagement, trends, disengagement alerts and AI-powered insights.',
  },
] as const;

const page: Page = {
  path: '/youth-ministry-tools',
  title: 'Youth Ministry Tools: Four Kinds to Know',
  description:
    'Four kinds of digital tools for youth ministry, what to ask of each before you add it, and how to choose in one afternoon what you really need.',
  keywords: [
    'youth ministry tools',
    'youth pastor tools',
    'youth group app',
    'AI study generator',
    'discipleship tools',
    'church youth software',
  ],
  scene: 'blanket',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [faqPage(toolsFaq)]);

export default function MinistryTools() {
  return (
    <PageLayout as="article">
      <PageHeader
        scene="blanket"
        heading="Youth Ministry Tools That Earn Their Place on a Phone"
        intro="A youth pastor with nine apps has nine places to look and no idea how Emma is. Before you add a tenth: there are four kinds of tools, and one question to ask of each."
      />
      <section>
        <h2>Four kinds of tools</h2>
        <ol className="numbered">
          {KINDS.map(({ title, text, ask, careful }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              <p>
                <strong className="tag">Ask:</strong> {ask}
              </p>
              <p>
                <strong className="tag clay">Careful:</strong> {careful}
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section className="part">
        <h2>What {site.product} puts in one place</h2>
        <p className="lede quiet">Four features, in one app for students and one portal for you.</p>
        <ul className="cards two">
          {OURS.map(({ title, text, still }) => (
            <li key={title} className="card">
              <div className="demo-picture tall">
                <Still of={still} />
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="part band text">
        <h2>How to choose in one afternoon</h2>
        <p>
          Write down the last three students who drifted away, and when you noticed. Then ask of each tool: would it
          have told me sooner, and would it have given someone a reason to reach out? If not, it may be a nice tool, and
          you don’t need it.
        </p>
      </section>
      <section className="part">
        <h2>Questions about tools</h2>
        <FaqList entries={toolsFaq} level="h3" />
      </section>
      <CallToAction
        heading="Try it for 30 days"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/pricing', label: 'See pricing' }}
      >
        All features, nothing charged until the trial ends, cancel anytime.
      </CallToAction>
    </PageLayout>
  );
}
