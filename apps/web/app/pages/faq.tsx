import { FaqList, PageHeader, PageLayout } from '../components/page-layout.tsx';
import { MailLink } from '../components/text-links.tsx';
import { faq } from '../content/faq.ts';
import { headOf } from '../seo/head.ts';
import { publicPages } from '../seo/pages.ts';
import { faqPage } from '../seo/structured-data.ts';

export const handle = { hydrate: publicPages.faq.hydrate };
export const meta = () => headOf(publicPages.faq, [faqPage(faq)]);

export default function Faq() {
  return (
    <PageLayout>
      <PageHeader
        scene="questions"
        heading="Frequently Asked Questions"
        intro="Ten questions to ask before you put anything in front of your students, with straight answers."
      />
      <FaqList entries={faq} level="h2" />
      <p className="part">
        Something missing? Write to <MailLink />, and a real person will answer.
      </p>
    </PageLayout>
  );
}
