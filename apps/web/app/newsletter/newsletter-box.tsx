import { FIELD_MESSAGES, NEWSLETTER_MESSAGES } from '@lampstand/contracts';
import { Field, FieldError } from '../components/field.tsx';
import { NEWSLETTER_SUBSCRIBERS } from '../content/claims.ts';
import script from '../content/reading-script.js?url';
import './newsletter-box.css';

/** Newsletter sign-up for pages without React's scripts: `content/reading-script.js` submits it; without any script it is a plain form. */
export const NewsletterBox = () => (
  <section className="newsletter" aria-labelledby="newsletter">
    <div className="newsletter-text">
      <h2 id="newsletter">One useful thing for your ministry</h2>
      <p>
        Join <a href="/evidence#our-own">{NEWSLETTER_SUBSCRIBERS} subscribers</a>. We ask you to confirm by email first,
        and every issue has a link to unsubscribe.
      </p>
    </div>
    <form
      action="/newsletter"
      method="post"
      data-invalid={FIELD_MESSAGES.email}
      data-accepted={NEWSLETTER_MESSAGES.checkInbox}
      data-failed={NEWSLETTER_MESSAGES.failed}
    >
      <Field
        name="email"
        id="newsletter-email"
        label="Email address"
        control={
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
            <button type="submit" className="button primary">
              Subscribe
            </button>
          </div>
        }
      >
        <FieldError id="newsletter-problem" />
      </Field>
      <p className="newsletter-answer" role="status" />
    </form>
    <script type="module" fetchPriority="low" src={script} />
  </section>
);
