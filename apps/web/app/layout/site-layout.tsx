import type { ReactNode } from 'react';
import { Lamp } from '../components/lamp.tsx';
import { MailLink } from '../components/text-links.tsx';
import { FOOTER_COLUMNS, site } from '../lib/site.ts';
import type { PageHandle } from '../seo/page.ts';
import { Header, LinkList } from './header.tsx';
import './site-layout.css';

interface Props {
  header: PageHandle['header'];
  children: ReactNode;
}

/** Skip link, header, main content and footer of every page; for staff the footer is folded. */
export const SiteLayout = ({ header, children }: Props) => (
  <>
    <div>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header kind={header} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
    {header === 'staff' ? (
      <details className="footer-fold">
        <summary>Links of the site</summary>
        <Footer />
      </details>
    ) : (
      <Footer />
    )}
  </>
);

function Footer() {
  return (
    <footer className="site-footer">
      <div className="footer-columns">
        <div>
          <a className="logo" href="/">
            <Lamp />
            {site.product}
          </a>
          <p>Daily habits of prayer and scripture for students, and a clear view for the leaders who walk with them.</p>
        </div>
        {FOOTER_COLUMNS.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <LinkList links={links} />
          </nav>
        ))}
        <div>
          <h2>Support</h2>
          <p>Questions? A real person will answer.</p>
          <MailLink />
        </div>
      </div>
      <p className="footer-end">
        © {site.product}. “Neither do you light a lamp and put it under a measuring basket, but on a stand.” Matthew
        5:15, WEB
      </p>
    </footer>
  );
}
