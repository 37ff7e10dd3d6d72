import '../styles/public.css';
import '../styles/guide.css';
import { HARD_TRUTHS, RESULTS, STATISTICS } from '../site/claims.ts';
import { Closing } from '../site/closing.tsx';
import { site } from '../site/env.ts';
import { guideFaq } from '../site/faq-entries.ts';
import { FaqList } from '../site/faq-list.tsx';
import { STRATEGIES, WEEKS } from '../site/guide-content.ts';
import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { publicPages } from '../site/public-pages.ts';
import { Statistics } from '../site/statistics.tsx';
import { faqPage } from '../site/structured-data.ts';

const START = { href: '/trial', label: 'Start Free Trial' };

export const handle = { hydrate: publicPages.pastorGuide.hydrate };
export const meta = () => headOf(publicPages.pastorGuide, [faqPage(guideFaq)]);

export default function PastorGuide() {
  return (
    <article className="page">
      <Opening
        heading="The Youth Pastor's Guide to Daily Discipleship"
        intro="You have them for two hours a week. This guide is about the other six days: what makes it hard, four strategies that help, and a plan for your next four weeks."
      >
        <a className="button primary large" href={START.href}>
          {START.label}
        </a>
      </Opening>
      <section>
        <h2>What you are up against</h2>
        <Statistics of={[...STATISTICS, ...HARD_TRUTHS]} />
        <p className="after-statistics">
          Look at the third number again. If your room is anything like it, most of your students want this already.
          They are waiting for somebody to show them how, on a school day, and to do it with them.
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
      <section className="part band results">
        <h2>What ministries have seen with {site.product}</h2>
        <p>
          Three results that ministries report; 85% is the rise in engagement over three months. Run the four weeks
          above and count for yourself.
        </p>
        <ul>
          {RESULTS.map((result) => (
            <li key={result} className="figure">
              {result}
            </li>
          ))}
        </ul>
      </section>
      <section className="part">
        <h2>Questions from youth pastors</h2>
        <FaqList entries={guideFaq} level="h3" />
      </section>
      <Closing
        heading="Start with one group"
        action={START}
        link={{ href: '/youth-ministry-tools', label: 'Compare ministry tools' }}
      >
        Four weeks of plan, 30 days of trial. All features, and nothing is charged until it ends.
      </Closing>
    </article>
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
