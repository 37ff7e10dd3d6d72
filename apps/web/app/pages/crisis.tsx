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
    'A student is in danger, is thinking of suicide, or is being hurt: whom to call or text now, and what to do until help arrives. Opens offline after one visit.',
  keywords: [
    '988 suicide and crisis lifeline',
    'crisis help for youth pastors',
    'report child abuse',
    'Childhelp',
    'suicidal student',
    'RAINN',
    'National Runaway Safeline',
    'teen dating violence',
    'Poison Help',
    'I want to die',
  ],
  scene: 'porch',
};

export const handle: PageHandle = { page, header: 'crisis' };
export const meta = () => headOf(page);

/** Numbers first, then what to do: for a student, and for an adult with a student. No offer of ours is on this page. */
export default function CrisisPage() {
  return (
    <PageLayout className="crisis">
      <h1>Help right now</h1>
      <p className="crisis-who">
        <a href="#me">I need help</a> <a href="#someone">I’m with someone who needs help</a>
      </p>
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
              National Center for Missing & Exploited Children, <span className="nowrap">1-800-843-5678.</span> Don’t
              pay, don’t delete the messages, and stop answering.
            </>
          }
        >
          <Call number="1-800-843-5678">Call NCMEC</Call>{' '}
          <a className="button second large" href="https://takeitdown.ncmec.org/">
            Remove a picture
          </a>
        </Line>
        <Line
          heading="Someone took something"
          text={
            <>
              Poison Help, <span className="nowrap">1-800-222-1222,</span> at any hour, also when they feel fine.
              Unconscious, or trouble breathing: 911.
            </>
          }
        >
          <Call number="1-800-222-1222">Call Poison Help</Call>
        </Line>
        <Line
          heading="Sexual assault"
          text={
            <>
              RAINN, the National Sexual Assault Hotline, <span className="nowrap">1-800-656-4673,</span> at any hour.
              It isn’t your fault.
            </>
          }
        >
          <Call number="1-800-656-4673">Call RAINN</Call>
        </Line>
        <Line
          heading="A boyfriend or girlfriend is frightening"
          text={
            <>
              love is respect, for teens, <span className="nowrap">1-866-331-9474,</span> at any hour.
            </>
          }
        >
          <Call number="1-866-331-9474">Call love is respect</Call>
        </Line>
        <Line
          heading="Ran away, or about to"
          text={
            <>
              National Runaway Safeline, <span className="nowrap">1-800-786-2929,</span> at any hour, for you or for
              your parents.
            </>
          }
        >
          <Call number="1-800-786-2929">Call the Safeline</Call>
        </Line>
      </div>
      <section className="part text" id="me">
        <h2>If it’s you</h2>
        <ol>
          <li>
            <strong>Call or text 988 now,</strong> or ask someone to do it with you. You aren’t in trouble, and you
            aren’t a burden.
          </li>
          <li>
            <strong>Tell one adult today:</strong> a parent, a leader, a teacher, a school counselor. Say it plainly:
            “I’m not safe with myself right now.” If the first one doesn’t listen, tell another.
          </li>
          <li>
            <strong>Go where people are,</strong> and away from anything you could hurt yourself with.
          </li>
          <li>
            <strong>If someone is hurting you,</strong> it isn’t your fault, even if you kept it secret. Call Childhelp
            or RAINN.
          </li>
        </ol>
      </section>
      <section className="part text" id="someone">
        <h2>If you’re with someone, until help arrives</h2>
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
          Suspicion is enough. Don’t question the child in detail, and don’t confront anyone. Thank them, write down
          their words, and call today. Your state decides who must report, how fast and to whom:{' '}
          <a href="https://www.childwelfare.gov/">Child Welfare Information Gateway</a> lists the line of each state,
          and <a href="https://www.childhelphotline.org/">Childhelp</a> connects you. In immediate danger call 911.
        </p>
      </section>
      <section className="part text unprinted">
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
