import { factsOn } from '../content/owner-claims.ts';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { DataTable } from '../content/data-table.tsx';
import { MailLink } from '../components/text-links.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import './safety.css';

const COMPANIES = [
  ['Our host', 'runs the servers of the site, the app and the portal, and stores what they store.'],
  [
    'Stripe',
    'takes the payments. It gets the name, email, phone and card of the person who pays, and no student data.',
  ],
  ['Twilio', 'sends text messages and sign-in codes. It gets the phone number and the text.'],
  ['Our AI provider', 'writes drafts for the study generator. It gets the sermon notes or the prompt.'],
  ['Our mail provider', 'delivers emails. It gets the address and the text.'],
] as const;

const ANSWERS = [
  {
    title: 'One-to-one conversations',
    text: 'The app has them. Our guidelines ask adults to talk with students in groups with a second adult present, and to mentor one to one only when the parents know who, when and where. Software doesn’t enforce it: your policy and your leaders do. No one reads along. When a student reports a message, leaders see it, and we close the account of an adult who breaks the rule.',
  },
  {
    title: 'Parental consent and COPPA',
    text: 'No one under 13 may have an account, so we don’t knowingly collect what the Children’s Online Privacy Protection Act (COPPA) covers. If a younger child has an account, we close it and delete the data. From 13 to 18, the ministry gets the consent of a parent or guardian before it invites the student, and a parent can see, correct, delete and withdraw by writing to us. The ministry keeps the forms. We don’t check them.',
  },
  {
    title: 'Background checks',
    text: 'We don’t check your leaders. Your church does, before it gives anyone a login, and removes the login when someone leaves the team.',
  },
  {
    title: 'Encryption',
    text: 'Every connection to the site, the app and the portal is encrypted. Messages aren’t end-to-end encrypted, so that a reported message can be read and acted on.',
  },
  {
    title: 'Deletion',
    text: 'A student or leader deletes the account in the app settings, or writes to us. It is permanent. Invoices and records of safety reports stay as long as the law requires, and messages that others received may stay with them.',
  },
  {
    title: 'What the AI gets, and what it doesn’t',
    text: 'The study generator gets the sermon notes or the prompt that a leader enters. We ask leaders not to enter names of students or anything told in confidence. It gets no prayer requests, no messages and no profiles. Alerts and trends are counted from usage, and no decision about a student is made by a machine.',
  },
  {
    title: 'In danger',
    text: 'No one watches the app around the clock. Leaders and we may pass on what is needed to get help, and leaders may have to report by law.',
  },
] as const;

const page: Page = {
  path: '/safety',
  title: 'Safety and Trust',
  description:
    'For elders and parents: who sees what, the journal, one-to-one conversations, consent and COPPA, deletion, what the AI gets, and where data is stored.',
  keywords: [
    'who can see private prayer requests',
    'youth app safety',
    'is it safe for parents',
    'one-to-one conversations and messages',
    'child protection policy',
    'COPPA',
    'background checks',
    'encryption of messages',
    'prayer journal privacy',
    'parental consent',
    'student data privacy',
    'church elder board',
  ],
  scene: 'window',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

const FACTS = factsOn('/safety');
const UNANSWERED = FACTS.filter(({ text }) => !text).map(({ title }) => title);

export default function SafetyPage() {
  return (
    <PageLayout className="safety">
      <PageHeader
        label="Safety and trust"
        heading="What your elders will ask"
        intro={`What ${site.product} does and doesn’t do to keep students safe, on one page that you can print for your board.`}
      />
      <section className="part">
        <h2>Who sees what</h2>
        <DataTable />
        <p>
          Leaders are those of the student’s ministry. Parents have no login of their own: they look together with their
          student. Our staff look only to help at your request, or to protect someone. <em>Private</em> means hidden
          from other students, and not from leaders.
        </p>
      </section>
      <section className="part answers">
        {ANSWERS.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
        {FACTS.filter(({ text }) => text).map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
        {UNANSWERED.length > 0 && <AskUs about={UNANSWERED} />}
      </section>
      <section className="part">
        <h2>Companies that work for us</h2>
        <ul className="lamps">
          {COMPANIES.map(([name, does]) => (
            <li key={name}>
              <strong>{name}</strong> {does}
            </li>
          ))}
        </ul>
        <p>
          The full texts: <a href="/privacy-policy">Privacy Policy</a>,{' '}
          <a href="/community-guidelines">Community Guidelines</a>,{' '}
          <a href="/account-information">Account Information</a>. Questions, and reports of anything unsafe:{' '}
          <MailLink />. In a crisis: <a href="/crisis">the numbers to call</a>.
        </p>
      </section>
    </PageLayout>
  );
}

/** The questions that only the operator can answer, and has not answered here. */
const AskUs = ({ about }: { about: string[] }) => (
  <div>
    <h2>Ask us</h2>
    <p>
      Write to <MailLink /> about:
    </p>
    <ul>
      {about.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  </div>
);
