import { useLoaderData } from 'react-router-dom';
import '../styles/public.css';
import '../styles/conference.css';
import { STATISTICS } from '../site/claims.ts';
import { Closing } from '../site/closing.tsx';
import { site } from '../site/env.ts';
import { GroupPicture } from '../site/group-picture.tsx';
import { headOf } from '../site/head.ts';
import { publicPages } from '../site/public-pages.ts';
import { QrPicture } from '../site/qr-picture.tsx';
import { qrSquares } from '../site/qr-squares.ts';
import { Statistics } from '../site/statistics.tsx';

const STORES = [
  { system: 'iOS', store: 'App Store', href: '/api/go/app-store' },
  { system: 'Android', store: 'Google Play', href: '/api/go/play-store' },
] as const;

export const handle = { hydrate: publicPages.conference.hydrate };
export const meta = () => headOf(publicPages.conference);

/** Runs once, at build time: the codes are drawn for the address the site is built for. */
export const loader = () => STORES.map((each) => ({ ...each, squares: qrSquares(site.url + each.href) }));

export default function Conference() {
  const stores = useLoaderData<typeof loader>();
  return (
    <div className="page conference">
      <div className="hero">
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
          <p>Scan with your phone for iOS or Android.</p>
          <ul>
            {stores.map(({ system, store, href, squares }) => (
              <li key={system}>
                <QrPicture
                  squares={squares}
                  alt={`QR code that leads to the ${site.product} app for ${system}, in the ${store}.`}
                />
                <strong>{system}</strong> <a href={href}>{store}</a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <GroupPicture alt="Students and leaders of a youth group, arm in arm." />
      <section className="part">
        <h2>Why we built it</h2>
        <Statistics of={STATISTICS} />
      </section>
      <Closing
        action={{ href: '/trial', label: 'Start 30-Day Free Trial' }}
        link={{ href: '/trial-demo', label: 'Watch the demo' }}
      >
        Talk to us at the booth, or try it when you are home.
      </Closing>
    </div>
  );
}
