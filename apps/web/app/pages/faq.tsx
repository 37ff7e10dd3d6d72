import { FaqList, PageHeader, PageLayout } from '../components/page-layout.tsx';
import { MailLink } from '../components/text-links.tsx';
import { faq } from '../content/faq.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { faqPage } from '../seo/structured-data.ts';

const page: Page = {
  path: '/faq',
  title: 'Frequently Asked Questions',
  description:
    'Straight answers for youth pastors: the free trial, prices and active users, minimum age and consent, private prayer requests, safety and data.',
  keywords: [
    'youth ministry app faq',
    'free trial questions',
    'active users',
    'parental consent',
    'private prayer requests',
  ],
  scene: 'porch',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [faqPage(faq)]);

export default function Faq() {
  return (
    <PageLayout>
      <PageHeader
        scene="porch"
        heading="Frequently Asked Questions"
        intro="Ten questions to ask before you put anything in front of your students, with straight answers."
      />
      <FaqList entries={faq} level="h2" />
      <p className="part">
        Something missing? Bible translation, theology, Planning Center, Spanish and more are under{' '}
        <a href="/is-it-for-us">Is it for us?</a> Or write to <MailLink />, and a real person will answer.
      </p>
    </PageLayout>
  );
}
