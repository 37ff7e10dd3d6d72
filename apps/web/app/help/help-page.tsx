import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { helpTasks } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import './help-page.css';

const CARDS = [
  {
    title: 'Getting Started',
    text: 'A video walkthrough and six short topics, from setting up to your first full week.',
    link: { href: '/gettingstarted', label: 'Read the guide' },
  },
  {
    title: 'Community Guidelines',
    text: 'How students and leaders treat each other, what gets removed, and how to report something.',
    link: { href: '/community-guidelines', label: 'Read the guidelines' },
  },
  {
    title: 'Contact Support',
    text: 'Tell us what you tried and what happened. If it’s about an account, add its phone number, so we can find it.',
    link: { href: `mailto:${site.supportEmail}`, label: site.supportEmail },
  },
];

const page: Page = {
  path: '/help',
  title: 'Help Center',
  description:
    'Getting started with your youth ministry platform, the community guidelines for students and leaders, and how to reach a person in support.',
  keywords: ['youth ministry app help', 'getting started', 'community guidelines', 'contact support'],
  scene: 'window',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default function Help() {
  return (
    <PageLayout>
      <PageHeader
        scene="window"
        heading="Help Center"
        intro="Search, pick a task, or write to us. A real person will answer."
      >
        <SearchBox label="What are you trying to do?" placeholder="consent form, cancel, invite students" />
      </PageHeader>
      <p className="emergency">
        <strong>A student in crisis?</strong> {site.product} isn’t an emergency service. When a life is in danger{' '}
        <a href="tel:911">call 911</a>. In a crisis <a href="tel:988">call</a> or <a href="sms:988">text 988</a>.{' '}
        <a href="/crisis">All numbers, and what to do until help arrives</a>
      </p>
      <div className="cards three">
        {CARDS.map(({ title, text, link }) => (
          <section key={title} className="card">
            <h2>{title}</h2>
            <p>{text}</p>
            <a href={link.href}>{link.label}</a>
          </section>
        ))}
      </div>
      <div className="part">
        <h2 id="tasks">Get something done</h2>
        <ul className="tasks" aria-labelledby="tasks">
          {helpTasks.map(({ path, title, description }) => (
            <li key={path}>
              <a href={path}>{title}</a>
              <p className="quiet">{description}</p>
            </li>
          ))}
          <li>
            <a href="/resources">Print a letter, an agenda or a form</a>
            <p className="quiet">
              One-page sheets for every week, camp, parents and hard moments, with your church’s name.
            </p>
          </li>
          <li>
            <a href="/plan">Open your plan</a>
            <p className="quiet">
              Change it, cancel it, use another card, see invoices. Without the link in our emails, ask for a new one
              there.
            </p>
          </li>
        </ul>
      </div>
      <div className="part text">
        <h2>More than one ministry?</h2>
        <p>
          In the admin portal you can add more ministries, for example middle school and high school, and switch to the
          view that shows all of them together. <a href="/help/add-a-ministry">How to add a ministry</a>
        </p>
      </div>
      <div className="part text">
        <h2>Still deciding?</h2>
        <p>
          Bible translation, theology, your own curriculum, Planning Center, Spanish:{' '}
          <a href="/is-it-for-us">Is it for us?</a>
        </p>
      </div>
    </PageLayout>
  );
}
