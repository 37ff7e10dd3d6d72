import { dollars, planFor, PLANS } from '@lampstand/contracts';
import type { MetaFunction } from 'react-router-dom';
import { CallToAction } from '../components/call-to-action.tsx';
import { FaqList, Hero, PageLayout } from '../components/page-layout.tsx';
import { Fits, PlanCard, PlanCards } from '../components/plan-card.tsx';
import { Still } from '../demo/stills.tsx';
import { pricingFaq } from '../content/faq.ts';
import { errorTitled, headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { faqPage, product } from '../seo/structured-data.ts';
import { HowMany } from './how-many.tsx';
import { loadAnswer, usePlanAnswer } from './plan-answer.ts';
import { shownFor } from './shown-for.ts';
import styles from './pricing-page.module.css';

const IN_EVERY_PLAN = [
  'Daily Bible reading and devotionals',
  'Prayer journal and private prayer requests',
  'Faith challenges',
  'AI-assisted study and challenge generator',
  'Small groups and messaging',
  'SMS and announcements',
  'Leader moderation tools',
  'Launch resources',
  'Engagement analytics, trends and disengagement alerts',
] as const;

/** What makes a student active in a month. */
const ACTIVE = [
  { event: 'A Bible reflection', still: 'reading', tone: 'lamp' },
  { event: 'A finished challenge', still: 'challenge', tone: 'sage' },
  { event: 'A message', still: 'chat', tone: 'clay' },
] as const;

const priceFor = (people: number) => dollars(planFor(people).amountInCents);

const START = { href: '/trial', label: 'Start Your Free 30-Day Trial' };

const page: Page = {
  path: '/pricing',
  title: 'Pricing by Active Users',
  description:
    'Plans for youth ministries from $19.99 a month, by active users. Every plan has every feature, the first 30 days are free, cancel anytime.',
  keywords: [
    'youth ministry software pricing',
    'youth group app cost',
    'church app pricing',
    'active users',
    'free trial',
  ],
  scene: 'table',
};

export const handle: PageHandle = { page, readsQuery: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const isRefused = loaderData?.typed !== undefined && !loaderData.people;
  return headOf(errorTitled(page, isRefused), [product, faqPage(pricingFaq)]);
};

export const loader = loadAnswer;

export default function Pricing() {
  const { answer } = usePlanAnswer();
  return (
    <PageLayout className={styles.pricing}>
      <Hero as="div">
        <div className="hero-text">
          <h1>You pay for the people who take part</h1>
          <p className="lede quiet">
            All plans have all features. Your first 30 days are free, and nothing is charged until they’re over.
          </p>
          <a className="button primary large" href={START.href}>
            {START.label}
          </a>
        </div>
        <HowMany />
      </Hero>
      <section aria-label="Plans" className={`part ${styles.plans}`}>
        <PlanCards>
          {PLANS.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              level="h2"
              contact={plan.maxActiveUsers === null}
              mark={
                plan.maxActiveUsers !== null && <Fits people={answer?.people} {...shownFor(answer?.people, plan)} />
              }
            />
          ))}
        </PlanCards>
        <p className={styles.steps}>
          Two steps double the price: the 20th person takes it from {priceFor(19)} to {priceFor(20)}, and the 50th from{' '}
          {priceFor(49)} to {priceFor(50)}. Neither happens by accident. We ask first, and you answer for the following
          month.
        </p>
      </section>
      <section className={`part ${styles.activeUsers}`} id="active-users">
        <div className="part-head">
          <h2>Who counts as an active user?</h2>
          <p>
            Someone who, in the billing month, completes a Bible reflection, finishes a challenge or sends a message.
            Everyone else is free. If more people are active than your plan covers, we ask you to upgrade for the
            following month. We never upgrade you automatically.
          </p>
        </div>
        <ul>
          {ACTIVE.map(({ event, still, tone }) => (
            <li key={event}>
              <div className={styles.activePicture} data-ground={tone}>
                <Still of={still} />
              </div>
              <h3>{event}</h3>
            </li>
          ))}
        </ul>
      </section>
      <section className={`part band ${styles.inclusions}`}>
        <h2>In every plan</h2>
        <ul className={`lamps ${styles.included}`}>
          {IN_EVERY_PLAN.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </section>
      <section className="part">
        <h2>Questions about pricing</h2>
        <FaqList entries={pricingFaq} level="h3" />
        <p className={styles.more}>
          Translation, theology, your own curriculum, a church of 150: <a href="/is-it-for-us">Is it for us?</a> What
          your elders will ask: <a href="/safety">Safety and trust</a>
        </p>
      </section>
      <CallToAction
        heading="See what a normal month looks like"
        action={START}
        link={{ href: '/faq', label: 'More questions' }}
      />
    </PageLayout>
  );
}
