import { CallToAction } from '../components/call-to-action.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { MailLink, WithLinks } from '../components/text-links.tsx';
import { FIT_QUESTIONS, fitFaq, NOT_FOR_YOU } from '../content/fit.ts';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { faqPage } from '../seo/structured-data.ts';
import styles from './is-it-for-us.module.css';

const page: Page = {
  path: '/is-it-for-us',
  title: 'Is It for Us?',
  description:
    'Bible translation, theology, your own curriculum, Planning Center, iPads, Spanish, small churches and the cost for 150: short answers before a trial.',
  keywords: [
    'Bible translation',
    'NIV ESV CSB',
    'denomination and theology',
    'who writes the devotionals',
    'curriculum',
    'reading plan',
    'Planning Center',
    'Breeze',
    'import a roster',
    'iPad',
    'without a phone number',
    'Spanish',
    'small church',
    'church of 150',
  ],
  scene: 'church',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [faqPage(fitFaq)]);

export default function IsItForUs() {
  return (
    <PageLayout>
      <PageHeader
        heading="Is it for us?"
        intro={
          <>
            Short answers to what a church asks before a trial. Where only we can answer, it says so: write to{' '}
            <MailLink />, and a real person will.
          </>
        }
      />
      <div className={styles.columns}>
        <nav aria-label="Questions" className={styles.contents}>
          <ul>
            {FIT_QUESTIONS.map(({ id, question }) => (
              <li key={id}>
                <a href={`#${id}`}>{question}</a>
              </li>
            ))}
            <li>
              <a href="#not-for-you">Not for you if…</a>
            </li>
          </ul>
        </nav>
        <div className={styles.answers}>
          <div className={styles.questions} data-questions="">
            {FIT_QUESTIONS.map(({ id, question, answer, open }) => (
              <section key={id}>
                <h2 id={id}>{question}</h2>
                <p>
                  <WithLinks>{answer}</WithLinks>
                </p>
                {open && (
                  <p className={styles.open}>
                    <WithLinks>{open}</WithLinks>
                  </p>
                )}
              </section>
            ))}
          </div>
          <section className={styles.not} aria-labelledby="not-for-you">
            <h2 id="not-for-you">Not for you if…</h2>
            <ul>
              {NOT_FOR_YOU.map(({ if: reason, because }) => (
                <li key={reason}>
                  <strong>{reason}.</strong> {because}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      <CallToAction
        heading={`Try ${site.product} with your own group`}
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/faq', label: 'More questions' }}
      >
        All features for 30 days, nothing charged until the trial ends, cancel anytime.
      </CallToAction>
    </PageLayout>
  );
}
