import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { formPages } from '../site/form-pages.ts';

const page = formPages.trialRequest;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function TrialRequestPage() {
  return (
    <div className="page">
      <Opening
        heading="Tell us about your ministry"
        intro="For ministries with 500 or more active users, and for anyone who would like to talk with a person before signing up."
      />
    </div>
  );
}
