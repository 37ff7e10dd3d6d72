import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { formPages } from '../site/form-pages.ts';

const page = formPages.newsletterConfirm;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function ConfirmPage() {
  return (
    <div className="page">
      <Opening
        heading="Confirm your subscription"
        intro="One click, and our next letter comes to you. You can unsubscribe at any time."
      />
    </div>
  );
}
