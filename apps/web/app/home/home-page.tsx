import { dollars, PLANS } from '@lampstand/contracts';
import { GroupPicture, Hero, PageLayout, Statistics } from '../components/page-layout.tsx';
import { PlanCard, PlanCards } from '../components/plan-card.tsx';
import { Scene } from '../components/scene.tsx';
import { Island } from '../demo/island.tsx';
import { WeekDemo } from '../demo/week-demo.tsx';
import { NewTabLink } from '../components/text-links.tsx';
import { AMBASSADORS_GET, PLANS_AT_HOME } from '../content/claims.ts';
import { STATISTICS } from '../content/evidence.ts';
import { AMBASSADOR_APPLICATION, site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { organization, software, website } from '../seo/structured-data.ts';
import { AppDemo, Features } from './features.tsx';
import { FaithThatLasts, Story, Testimonials } from './story.tsx';
import styles from './home-page.module.css';

const page: Page = {
  path: '/',
  title: 'Youth Ministry Platform for Lifelong Faith',
  description: `${site.product} helps students build daily habits of prayer and scripture, and shows leaders who is growing and who is drifting. Free for 30 days.`,
  keywords: [
    'youth ministry platform',
    'student discipleship',
    'youth group app',
    'youth pastor tools',
    'youth ministry software',
    'founders',
    'testimonials',
  ],
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [organization, website, software]);

export default function Home() {
  return (
    <PageLayout className={styles.home}>
      <HomeHero />
      <Story />
      <Features />
      <FaithThatLasts />
      <AppDemo />
      <Testimonials />
      <PricingSummary />
      <Ambassador />
      <TrialCall />
    </PageLayout>
  );
}

const HomeHero = () => (
  <>
    <Hero>
      <div className="hero-text">
        <h1>
          Youth Ministry Platform for Building <mark>Lifelong Faith</mark>
        </h1>
        <p className="lede quiet">
          Youth night is over by 8:30. For the six days after it, students get a few minutes of scripture and prayer a
          day, with friends doing the same, and you see who has gone quiet.
        </p>
        <div className="row">
          <a className="button primary large" href="/trial">
            Start 30-Day Free Trial
          </a>{' '}
          <a className="button second large" href="#features">
            Learn More
          </a>
        </div>
        <p className="small quiet">
          From {dollars(PLANS[0]!.amountInCents)} a month, by how many take part. All features included, and nothing is
          charged until your trial ends.
        </p>
      </div>
      <div className={styles.product}>
        <GroupPicture alt="Students and leaders of a youth group around a lamp on a stand." />
        <Island name="hero">
          <WeekDemo />
        </Island>
        <p className="small">
          Sample data. <a href="#app">Try the whole demo</a>
        </p>
      </div>
    </Hero>
    <section aria-label="Why it matters">
      <Statistics of={STATISTICS} />
    </section>
  </>
);

const PricingSummary = () => (
  <section id="pricing" className="part">
    <div className="part-head">
      <h2>Pay for the people who take part</h2>
      <p className="lede quiet">
        Monthly, by active users. All plans have all features, and the first 30 days are free.
      </p>
    </div>
    <PlanCards>
      {PLANS.slice(0, PLANS_AT_HOME).map((plan) => (
        <PlanCard key={plan.id} plan={plan} level="h3" />
      ))}
    </PlanCards>
    <p className={styles.afterPlans}>
      An active user completes a Bible reflection, finishes a challenge or sends a message in the billing month.{' '}
      <a href="/pricing">See all plans</a>, <a href="/faq">what pastors ask first</a>, or{' '}
      <a href="/is-it-for-us">whether it’s for you</a>
    </p>
  </section>
);

const Ambassador = () => (
  <section id="ambassador" className={`part ${styles.ambassador}`}>
    <div className="text">
      <h2>Help us build it</h2>
      <p>
        Ambassadors are youth pastors who use new features first, talk strategy with us on exclusive calls, and tell us
        frankly what doesn’t work.
      </p>
    </div>
    <div className={styles.join}>
      <ul className="lamps">
        {AMBASSADORS_GET.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <a className="button second" href={AMBASSADOR_APPLICATION}>
        Apply to the Ambassador Program
      </a>
    </div>
  </section>
);

const TrialCall = () => (
  <section id="trial" className={styles.trial} data-unsearched="">
    <div className={styles.trialText}>
      <h2>Try it with your own students for 30 days</h2>
      <p>
        Sign up today, invite two leaders this week, start one small group on Wednesday. Your card is stored and nothing
        is charged until the trial ends. We remind you 7 days and 1 day before. Cancel anytime.
      </p>
      <a className="button primary large" href="/trial">
        Start 30-Day Free Trial
      </a>
      <p className="small">
        By starting a trial you agree to our <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink>. See
        also our <NewTabLink href="/privacy-policy">Privacy Policy</NewTabLink> and{' '}
        <NewTabLink href="/community-guidelines">Community Guidelines</NewTabLink>.
      </p>
    </div>
    <Scene of="circle" lazy />
  </section>
);
