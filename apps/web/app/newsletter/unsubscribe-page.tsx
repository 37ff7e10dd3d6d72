import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { formPages } from '../site/form-pages.ts';

const page = formPages.newsletterUnsubscribe;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function UnsubscribePage() {
  return (
    <div className="page">
      <Opening heading="Unsubscribe" intro="One click, and no further letter comes to you." />
    </div>
  );
}
