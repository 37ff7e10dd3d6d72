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
export type Site = Pick<Settings, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'POSTAL_ADDRESS'>;

const INK = '#1b2440';
const SOFT = '#4b5470';
const font = { fontFamily: 'Figtree, Helvetica, Arial, sans-serif', color: INK };

interface MailLayoutProps {
  site: Site;
  preview: string;
  heading: string;
  children: ReactNode;
}

/** The frame of every mail: product name, one card, and a footer with support and postal address. */
export const MailLayout = ({ site, preview, heading, children }: MailLayoutProps) => (
  <Html lang="en">
    <Head />
    <Preview>{preview}</Preview>
    <Body style={{ ...font, backgroundColor: '#fbf5ea', margin: 0, padding: '32px 12px' }}>
      <Container style={{ maxWidth: '560px' }}>
        <Text style={{ ...font, fontSize: '18px', fontWeight: 700, margin: '0 0 16px' }}>{site.PRODUCT_NAME}</Text>
        <Container
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
        <Text style={{ color: SOFT, fontSize: '13px', lineHeight: '20px' }}>
          Questions? Write to <Link href={`mailto:${site.SUPPORT_EMAIL}`}>{site.SUPPORT_EMAIL}</Link>.
          <br />
          {site.POSTAL_ADDRESS}
        </Text>
      </Container>
    </Body>
  </Html>
);

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text style={{ ...font, fontSize: '17px', lineHeight: '27px', margin: '16px 0 0' }}>{children}</Text>
);

export const Action = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button
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
