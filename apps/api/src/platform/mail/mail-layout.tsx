import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import type { Settings } from '../config/index.ts';

/** Sender details that every mail shows. */
export type Site = Pick<Settings, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'POSTAL_ADDRESS' | 'SITE_URL'>;

const INK = '#1b2440';
const SOFT = '#4b5470';
const font = { fontFamily: 'Figtree, Helvetica, Arial, sans-serif', color: INK };

/** Inline styles are the light scheme; a mail program that knows the dark one takes these. React would escape quotes and > here. */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { -webkit-text-size-adjust: 100%; word-break: break-word; }
@media (max-width: 480px) {
  .card { padding: 24px 18px !important; border-radius: 16px !important; }
  .card h1 { font-size: 24px !important; line-height: 30px !important; }
  .action { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #141a2e !important; }
  .page td { background-color: transparent !important; }
  .card { background-color: #1f2742 !important; border-color: #3a4568 !important; }
  .page p, .page h1, .page td, .page strong { color: #f4ead8 !important; }
  .page .soft { color: #c3c8da !important; }
  .page a { color: #ffd98a !important; }
  .page a.action { color: #1b2440 !important; }
  .page hr { border-color: #3a4568 !important; }
}`;

interface MailLayoutProps {
  site: Site;
  preview: string;
  heading: string;
  /** In every mail to a member. */
  planLink?: string | undefined;
  children: ReactNode;
}

/** The frame of every mail: logo, one card, and a footer with the member's plan, support and the postal address. */
export const MailLayout = ({ site, preview, heading, planLink, children }: MailLayoutProps) => (
  <Html lang="en">
    <Head>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>{STYLES}</style>
    </Head>
    <Preview>{preview}</Preview>
    <Body className="page" style={{ ...font, backgroundColor: '#fbf5ea', margin: 0, padding: '32px 12px' }}>
      <Container style={{ maxWidth: '560px' }}>
        <Logo site={site} />
        <Container
          className="card"
          style={{ backgroundColor: '#fffdf8', border: '1px solid #e4d8c1', borderRadius: '22px', padding: '32px' }}
        >
          <Heading
            as="h1"
            style={{ ...font, fontFamily: 'Fraunces, Georgia, serif', fontSize: '28px', lineHeight: '34px', margin: 0 }}
          >
            {heading}
          </Heading>
          {children}
        </Container>
        <Hr style={{ borderColor: '#e4d8c1', margin: '24px 0 12px' }} />
        <Text className="soft" style={{ color: SOFT, fontSize: '13px', lineHeight: '20px' }}>
          {planLink && (
            <>
              Your plan, invoices, cancel: <MailLink href={planLink}>open your plan</MailLink>
              <br />
            </>
          )}
          Questions? Write to <MailLink href={`mailto:${site.SUPPORT_EMAIL}`}>{site.SUPPORT_EMAIL}</MailLink>.
          <br />
          {site.POSTAL_ADDRESS}
        </Text>
      </Container>
    </Body>
  </Html>
);

/** Logo and name: the name also stands where images are blocked. */
const Logo = ({ site: { PRODUCT_NAME, SITE_URL } }: { site: Site }) => (
  <Text style={{ ...font, fontSize: '18px', fontWeight: 700, lineHeight: '32px', margin: '0 0 16px' }}>
    <img
      src={`${SITE_URL}/icon-192.png`}
      alt=""
      width="32"
      height="32"
      style={{ borderRadius: '8px', marginRight: '10px', verticalAlign: 'middle' }}
    />
    {PRODUCT_NAME}
  </Text>
);

const LINK = { color: '#9a5b00', textDecoration: 'underline' };

export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} style={LINK}>
    {children}
  </Link>
);

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text style={{ ...font, fontSize: '17px', lineHeight: '27px', margin: '16px 0 0' }}>{children}</Text>
);

/** Typed text: a paragraph for each of its lines. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line, index) => <Paragraph key={index}>{line}</Paragraph>);

/** Names and values, one per line. */
export const Facts = ({ facts }: { facts: [string, string][] }) => (
  <Paragraph>
    {facts.map(([name, value]) => (
      <span key={name}>
        {name}: <strong>{value}</strong>
        <br />
      </span>
    ))}
  </Paragraph>
);

export const Action = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button
    className="action"
    href={href}
    style={{
      backgroundColor: '#f5a524',
      borderRadius: '14px',
      color: INK,
      fontSize: '17px',
      fontWeight: 700,
      margin: '24px 0 8px',
      padding: '14px 22px',
    }}
  >
    {children}
  </Button>
);
