import { site } from './env.ts';
import { FOOTER_COLUMNS } from './links.ts';
import { Lamp } from './logo.tsx';

export function Footer() {
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
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2>Support</h2>
          <p>Questions? A person answers.</p>
          <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
        </div>
      </div>
      <p className="footer-end">
        © {site.product}. “Neither do you light a lamp and put it under a measuring basket, but on a stand.” Matthew
        5:15, WEB
      </p>
    </footer>
  );
}
