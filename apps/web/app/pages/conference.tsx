import { useLoaderData } from 'react-router-dom';
import { QrPicture, qrSquares, STORES } from '../components/app-codes.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { GroupPicture, Hero, PageLayout, Statistics } from '../components/page-layout.tsx';
import { STATISTICS } from '../content/evidence.ts';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import './conference.css';

const page: Page = {
  path: '/conference',
  title: 'A Platform for Building a Lasting Faith',
  description:
    'Met us at a conference? Scan the code, get the app for iOS or Android, and try the youth ministry platform for a lasting faith free for 30 days.',
  keywords: ['youth ministry conference', 'QR code', 'download the app', 'lasting faith', 'student discipleship app'],
  scene: 'table',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

/** Runs at build time: the QR codes contain the address the site is built for. */
export const loader = () => STORES.map((each) => ({ ...each, squares: qrSquares(site.url + each.href) }));

export default function Conference() {
  const stores = useLoaderData<typeof loader>();
  return (
    <PageLayout className="conference">
      <Hero as="div">
        <div className="hero-text">
          <h1>Youth Ministry Platform for Building A Lasting Faith</h1>
          <p className="lede quiet">
            Good to meet you. Here is the thirty-second version, for the walk to your next session.
          </p>
          <p>
            {site.product} is an app for your students and a portal for you. Students build daily habits of prayer,
            scripture, worship and reflection, with their friends. You see who is growing and who could use a call. It
            is free for 30 days, with everything included.
          </p>
        </div>
        <section className="card codes">
          <h2>Get the app</h2>
          <p className="to-scan">Scan with your phone for iOS or Android.</p>
          <ul>
            {stores.map(({ system, store, on, href, squares }) => (
              <li key={system}>
                <QrPicture
                  squares={squares}
                  alt={`QR code that leads to the ${site.product} app for ${system}, ${on}.`}
                />
                <strong>{system}</strong>{' '}
                <a className="button second" href={href}>
                  {store}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </Hero>
      <GroupPicture lazy alt="Students and leaders of a youth group around a lamp on a stand." />
      <section className="part">
        <h2>Why we built it</h2>
        <Statistics of={STATISTICS} />
      </section>
      <CallToAction
        action={{ href: '/trial', label: 'Start 30-Day Free Trial' }}
        link={{ href: '/trial-demo', label: 'Watch the demo' }}
      >
        Talk to us at the booth, or try it when you are home.
      </CallToAction>
    </PageLayout>
  );
}
