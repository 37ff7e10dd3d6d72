import { FIELD_MESSAGES, NEWSLETTER_MESSAGES as SAY } from '@lampstand/contracts';
import '../styles/fields.css';
import '../styles/newsletter.css';
import { NEWSLETTER_SUBSCRIBERS } from '../site/claims.ts';
import { MailLink } from '../site/mail-link.tsx';
import script from './subscribe.js?url';

/** Asks for an address, on pages that run no other script. */
export const NewsletterBox = () => (
  <section className="newsletter" aria-labelledby="newsletter">
    <div className="newsletter-text">
      <h2 id="newsletter">One useful thing for your ministry</h2>
      <p>
        Join {NEWSLETTER_SUBSCRIBERS} subscribers. We ask you to confirm by e-mail first, and every issue has a link to
        unsubscribe.
      </p>
    </div>
    <form
      action="/api/newsletter-subscriptions"
      method="post"
      noValidate
      data-invalid={FIELD_MESSAGES.email}
      data-accepted={SAY.checkInbox}
      data-failed={SAY.failed}
    >
      <div className="field">
        <label htmlFor="newsletter-email">Email address</label>
        <div className="newsletter-row">
          <input
            id="newsletter-email"
            className="control"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            pattern=".+@.+\..+"
            required
            aria-describedby="newsletter-problem"
          />
          <button type="submit" className="button primary" disabled>
            Subscribe
          </button>
        </div>
        <p className="error" id="newsletter-problem" />
      </div>
      <p className="newsletter-answer" role="status" />
      <noscript>
        <p className="small">
          Subscribing here needs JavaScript. Write to <MailLink /> and we add you to the list.
        </p>
      </noscript>
    </form>
    <script type="module" src={script} />
  </section>
);
