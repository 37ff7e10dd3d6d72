import { EmailField } from '../components/field.tsx';
import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import '../components/notice.css';
import '../components/result-page.css';

export const handle = { hydrate: formPages.newsletterForm.hydrate };
export const meta = () => headOf(formPages.newsletterForm);

/** Shown to a browser without scripts that posts the newsletter's form; the server fills it in (`site/form-pages.ts`). */
export default function NewsletterPage() {
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <h1>Our newsletter</h1>
        <p className="lede quiet">
          One useful thing for your ministry. We ask you to confirm by email first, and every issue has a link to
          unsubscribe.
        </p>
        <form className="stack wide" method="post" action="/newsletter" noValidate>
          <EmailField name="email" label="Email address" />
          <button type="submit" className="button primary large">
            Subscribe
          </button>
        </form>
        <a href="/blog">Read the blog</a>
      </section>
    </div>
  );
}
