import '../styles/public.css';
import { faq } from '../site/faq-entries.ts';
import { FaqList } from '../site/faq-list.tsx';
import { headOf } from '../site/head.ts';
import { MailLink } from '../site/mail-link.tsx';
import { Opening } from '../site/opening.tsx';
import { publicPages } from '../site/public-pages.ts';
import { faqPage } from '../site/structured-data.ts';

export const handle = { hydrate: publicPages.faq.hydrate };
export const meta = () => headOf(publicPages.faq, [faqPage(faq)]);

export default function Faq() {
  return (
    <div className="page">
      <Opening
        heading="Frequently Asked Questions"
        intro="Ten questions to ask before you put anything in front of your students, with straight answers."
      />
      <FaqList entries={faq} level="h2" />
      <p className="part">
        Something missing? Write to <MailLink />, and a person answers.
      </p>
    </div>
  );
}
