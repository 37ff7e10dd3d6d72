import { InlineScript } from '../components/inline-script.tsx';
import type { ReactNode } from 'react';
import { PageLayout } from '../components/page-layout.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import keepOffline from './crisis-offline.ts?minified';
import './crisis.css';

const page: Page = {
  path: '/crisis',
  title: 'Crisis Help: 988, 911, Childhelp',
  description:
    'A student is in danger, is thinking of suicide, or is being hurt: whom to call or text now, and what to do until help is there. Opens offline after one visit.',
  keywords: [
    '988 suicide and crisis lifeline',
    'crisis help for youth pastors',
    'report child abuse',
    'Childhelp',
    'suicidal student',
  ],
  picture: {
    shows: 'a telephone handset',
    filled: 'M14 6h10l5 14-7 6c3 7 9 13 16 16l6-7 14 5v10c0 5-5 8-10 8C26 56 8 38 6 16c0-5 3-10 8-10z',
    lines: 'M38 8c9 1 16 8 17 17M38 17c4 1 7 4 8 8',
  },
};

export const handle: PageHandle = { page, header: 'crisis' };
export const meta = () => headOf(page);

/** Numbers first, then what to do until help is there. No offer of ours is on this page. */
export default function CrisisPage() {
  return (
    <PageLayout className="crisis">
      <h1>Help right now</h1>
      <div className="crisis-lines">
        <Line heading="A life is in danger" text="Right now, or someone has taken something or has a weapon.">
          <Call number="911">Call 911</Call>
        </Line>
        <Line
          heading="988 Suicide & Crisis Lifeline"
          text="For the student, and for you as the adult who is worried. Free, at any hour. In Spanish: press 2, or text AYUDA."
        >
          <Call number="988">Call 988</Call>{' '}
          <a className="button second large" href="sms:988">
            Text 988
          </a>{' '}
          <a className="button second large" href="https://988lifeline.org/chat/">
            Chat with 988
          </a>
        </Line>
        <Line
          heading="A child is being hurt"
          text={
            <>
              Childhelp National Child Abuse Hotline, <span className="nowrap">1-800-422-4453,</span> at any hour. They
              also tell you how to report in your state.
            </>
          }
        >
          <Call number="1-800-422-4453">Call Childhelp</Call>{' '}
          <a className="button second large" href="sms:+18004224453">
            Text Childhelp
          </a>
        </Line>
        <Line
          heading="Someone is threatening to share a picture"
          text={
            <>
              National Center for Missing & Exploited Children, <span className="nowrap">1-800-843-5678.</span> Do not
              pay, do not delete the messages, and stop answering.
            </>
          }
        >
          <Call number="1-800-843-5678">Call NCMEC</Call>{' '}
          <a className="button second large" href="https://takeitdown.ncmec.org/">
            Remove a picture
          </a>
        </Line>
      </div>
      <section className="part text">
        <h2>Until help arrives</h2>
        <ol>
          <li>
            <strong>Stay.</strong> Don’t leave the student alone. If you aren’t there, send an adult who is nearby, and
            stay on the phone.
          </li>
          <li>
            <strong>Ask directly:</strong> “Are you thinking about suicide?” Asking doesn’t put the idea into anyone’s
            head.
          </li>
          <li>
            <strong>Move anything dangerous</strong> out of reach: medication, blades, guns. Ask the parents to do it at
            home.
          </li>
          <li>
            <strong>Bring in a second adult,</strong> and call 988 together, with the student beside you.
          </li>
          <li>
            <strong>Tell the parents today,</strong> unless home may be where the danger is. Then call your state’s line
            or the police first, and ask them how the parents should be told.
          </li>
          <li>
            <strong>Don’t promise to keep it secret.</strong> “I want you safe more than I want you happy with me.”
          </li>
        </ol>
      </section>
      <section className="part text">
        <h2>If a student tells you about abuse or neglect</h2>
        <p>
          Suspicion is enough. Do not question the child in detail, and do not confront anyone. Thank them, write down
          their words, and call today. Your state decides who must report, how fast and to whom:{' '}
          <a href="https://www.childwelfare.gov/">Child Welfare Information Gateway</a> lists the line of each state,
          and <a href="https://www.childhelphotline.org/">Childhelp</a> connects you. In immediate danger call 911.
        </p>
      </section>
      <section className="part text">
        <h2>Keep this page</h2>
        <p>
          Most browsers can open it without a connection once you have seen it. Save 988 in your phone as well, and have
          every leader do it. The longer text is{' '}
          <a href="/blog/teen-mental-health">the field guide for youth pastors</a>.
        </p>
      </section>
      <InlineScript code={keepOffline} />
    </PageLayout>
  );
}

const Line = ({ heading, text, children }: { heading: string; text: ReactNode; children: ReactNode }) => (
  <section className="card">
    <h2>{heading}</h2>
    <p>{text}</p>
    <div className="row">{children}</div>
  </section>
);

const Call = ({ number, children }: { number: string; children: string }) => (
  <a className="button primary large" href={`tel:${number.replace(/^1-/, '+1').replaceAll('-', '')}`}>
    {children}
  </a>
);
