import type { FaqItem } from './faq-entries.ts';
import { WithMail } from './mail-link.tsx';

/** Questions with their answers, all open: nobody has to press anything to read, search or print them. */
export function FaqList({ entries, level: Heading }: { entries: readonly FaqItem[]; level: 'h2' | 'h3' }) {
  return (
    <div className="faq">
      {entries.map(({ question, answer }) => (
        <section key={question}>
          <Heading>{question}</Heading>
          <p>
            <WithMail>{answer}</WithMail>
          </p>
        </section>
      ))}
    </div>
  );
}
