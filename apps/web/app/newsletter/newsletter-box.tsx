import { FIELD_MESSAGES, NEWSLETTER_MESSAGES } from '@lampstand/contracts';
import { MailLink } from '../components/text-links.tsx';
import { NEWSLETTER_SUBSCRIBERS } from '../content/claims.ts';
import script from './subscribe.js?url';
import '../components/field.css';
import './newsletter-box.css';

/** Newsletter sign-up for pages without React's scripts: `subscribe.js` submits it. */
export const NewsletterBox = () => (
  <section className="newsletter" aria-labelledby="newsletter">
    <div className="newsletter-text">
      <h2 id="newsletter">One useful thing for your ministry</h2>
      <p>
        Join {NEWSLETTER_SUBSCRIBERS} subscribers. We ask you to confirm by email first, and every issue has a link to
        unsubscribe.
      </p>
    </div>
    <form
      action="/api/newsletter-subscriptions"
      method="post"
      noValidate
      data-invalid={FIELD_MESSAGES.email}
      data-accepted={NEWSLETTER_MESSAGES.checkInbox}
      data-failed={NEWSLETTER_MESSAGES.failed}
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
