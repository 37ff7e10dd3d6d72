import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import { publicPages } from '../seo/pages.ts';

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
    text: 'Tell us what you tried and what happened. If it is about an account, add its phone number, so that we can find it.',
    link: { href: `mailto:${site.supportEmail}`, label: site.supportEmail },
  },
];

export const handle = { hydrate: publicPages.help.hydrate };
export const meta = () => headOf(publicPages.help);

export default function Help() {
  return (
    <PageLayout>
      <PageHeader heading="Help Center" intro="Three ways to get unstuck. If you are in a hurry, write to us." />
      <div className="cards three">
        {CARDS.map(({ title, text, link }) => (
          <section key={title} className="card">
            <h2>{title}</h2>
            <p>{text}</p>
            <a href={link.href}>{link.label}</a>
          </section>
        ))}
      </div>
      <section className="part text">
        <h2>More than one ministry?</h2>
        <p>
          In the admin portal you can add more ministries, for example middle school and high school, and switch to the
          view that shows all of them together.
        </p>
        <h2>Your plan and your card</h2>
        <p>
          Change your plan, cancel it or update your card with the link in our emails. No such email at hand?{' '}
          <a href="/plan">Ask for a new link</a>.
        </p>
        <p className="emergency">
          {site.product} is not an emergency service. When a life is in danger <a href="tel:911">call 911</a>. In a
          crisis <a href="tel:988">call</a> or <a href="sms:988">text 988</a>.{' '}
          <a href="/crisis">All numbers, and what to do until help is there</a>
        </p>
      </section>
    </PageLayout>
  );
}
