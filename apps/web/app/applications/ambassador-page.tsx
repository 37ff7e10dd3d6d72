import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { formPages } from '../site/form-pages.ts';

const page = formPages.ambassadorApplication;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AmbassadorPage() {
  return (
    <div className="page">
      <Opening
        heading="Ambassador Application"
        intro="Ambassadors get early access to new features, exclusive strategy calls and help shape youth ministry technology."
      />
    </div>
  );
}
