import { SAFETY_FACTS } from '@lampstand/contracts';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { Sample } from '../components/sample.tsx';
import { MailLink } from '../components/text-links.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import './safety.css';

const VIEWERS = ['The student', 'Their group', 'Leaders'] as const;

const SEEN: readonly [what: string, ...by: string[]][] = [
  ['Shared in a group', 'Yes', 'Yes', 'Yes'],
  ['A prayer request', 'Yes', 'Yes', 'Yes'],
  ['A private prayer request', 'Yes', 'No', 'Yes'],
  ['Engagement and alerts', 'Their own', 'No', 'Yes'],
  ['Name, phone and email', 'Yes', 'Name only', 'Yes'],
];

const COMPANIES = [
  ['Stripe', 'Cards, invoices', 'Name, email, phone and card of the person who pays. No student data.'],
  ['Twilio', 'Codes by text or call', 'The phone number.'],
  ['A mail server', 'Emails', 'The address and the content, as every mail server does.'],
] as const;

const ANSWERS = [
  {
    title: 'One-to-one conversations',
    text: 'The app has them. Our guidelines ask adults to talk with students in groups with a second adult present, and to mentor one to one only when the parents know who, when and where. Software does not enforce it: your policy and your leaders do, and leaders can moderate. If an adult writes to a student privately, the student can report it, and we close accounts for it.',
  },
  {
    title: 'Parental consent',
    text: 'Nobody under 13 has an account. Between 13 and 18 the ministry obtains the consent of a parent or guardian before it invites the student, and a parent can see, correct, delete and withdraw by writing to us. The ministry keeps the forms: we do not check them.',
  },
  {
    title: 'Deletion',
    text: 'A student or leader deletes the account in the app settings, or writes to us. It is permanent. Invoices and records of safety reports stay as long as the law requires, and messages that others received may stay with them.',
  },
  {
    title: 'What the AI gets, and what it does not',
    text: 'The study generator gets the sermon notes or the prompt that a leader enters. We ask leaders not to enter names of students or anything told in confidence. It gets no prayer requests, no messages and no profiles. Alerts and trends are counted from usage, and no decision about a student is made by a machine.',
  },
  {
    title: 'In danger',
    text: 'Nobody watches the app around the clock. Leaders and we may pass on what is needed to get help, and leaders may have to report by law.',
  },
] as const;

const page: Page = {
  path: '/safety',
  title: 'Safety and Trust',
  description:
    'For elders and parents: who sees what, one-to-one conversations, consent, deletion, what the AI gets, where data is stored, and whom to write to.',
  keywords: [
    'who can see private prayer requests',
    'youth app safety',
    'is it safe for parents',
    'one-to-one conversations and messages',
    'child protection policy',
    'parental consent',
    'student data privacy',
    'church elder board',
  ],
  picture: {
    shows: 'a shield',
    filled: 'M32 4l22 8v18c0 14-9 24-22 30C19 54 10 44 10 30V12z',
    lines: 'M22 31l8 8 14-15',
  },
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default function SafetyPage() {
  return (
    <PageLayout className="safety">
      <PageHeader
        label="Safety and trust"
        heading="What your elders will ask"
        intro={`What ${site.product} does and does not do to keep students safe, on one page that you can print for your board.`}
      />
      <section className="part">
        <h2>Who sees what</h2>
        <table className="seen">
          <thead>
            <tr>
              <th scope="col">What</th>
              {VIEWERS.map((viewer) => (
                <th key={viewer} scope="col">
                  {viewer}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SEEN.map(([what, ...by]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {by.map((answer, at) => (
                  <td key={VIEWERS[at]}>{answer}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
        {SAFETY_FACTS.map(({ title, text, sample }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>
              {text} {sample && <Sample />}
            </p>
          </div>
        ))}
      </section>
      <section className="part">
        <h2>Companies that work for us</h2>
        <dl>
          {COMPANIES.map(([name, task, gets]) => (
            <div key={name}>
              <dt>
                {name} <span className="quiet small">{task}</span>
              </dt>
              <dd>{gets}</dd>
            </div>
          ))}
        </dl>
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
