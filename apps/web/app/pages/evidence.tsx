import { RATING, RESULTS } from '../content/owner-claims.ts';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { NEWSLETTER_SUBSCRIBERS } from '../content/claims.ts';
import { type Evidence, HARD_TRUTHS, STATISTICS } from '../content/evidence.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import './evidence.css';

const page: Page = {
  path: '/evidence',
  title: 'Where Our Figures Come From',
  description:
    'Each figure on our site with its study: who asked whom, in which words and when, a link to it, and what the figure doesn’t say.',
  keywords: ['teen screen time study', 'church dropout study', 'teen sadness CDC', 'Barna teens Jesus', 'sources'],
  scene: 'desk',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default function EvidencePage() {
  return (
    <PageLayout className="evidence">
      <PageHeader
        label="Evidence"
        heading="Where our figures come from"
        intro="Every figure, with its source, its exact wording, and what it leaves out."
      />
      {[...STATISTICS, ...HARD_TRUTHS].map((each) => (
        <Figure key={each.id} {...each} />
      ))}
      <section className="part" id="our-own">
        <h2>Figures about us</h2>
        {RATING.sample || RESULTS.some(({ sample }) => sample) ? (
          <p>Sample: the results and the rating stand in until ministries send us theirs. Please don’t quote them.</p>
        ) : (
          <p>
            Ministries reported the results to us. They haven’t been independently verified, and a ministry that reports
            is more likely to be one for which it went well.
          </p>
        )}
        <dl>
          {RESULTS.map(({ figure, label }) => (
            <div key={figure}>
              <dt className="figure">{figure}</dt>
              <dd>{label}</dd>
            </div>
          ))}
          <div>
            <dt className="figure">{RATING.value}</dt>
            <dd>out of 5, from {RATING.count} ratings</dd>
          </div>
          <div>
            <dt className="figure">{NEWSLETTER_SUBSCRIBERS}</dt>
            <dd>subscribers of our newsletter, not independently verified</dd>
          </div>
        </dl>
      </section>
    </PageLayout>
  );
}

const Figure = ({ id, figure, text, wording, study, limits, links }: Evidence) => (
  <section className="part" id={id}>
    <h2>
      <span className="figure">{figure}</span> <span className="claim">{text}</span>
    </h2>
    <dl>
      <div>
        <dt>The wording</dt>
        <dd>{wording}</dd>
      </div>
      <div>
        <dt>The study</dt>
        <dd>{study}</dd>
      </div>
      <div>
        <dt>What it doesn’t say</dt>
        <dd>{limits}</dd>
      </div>
      <div>
        <dt>Source</dt>
        {links.map(({ href, label }) => (
          <dd key={href}>
            <a href={href}>{label}</a>
          </dd>
        ))}
      </div>
    </dl>
  </section>
);
