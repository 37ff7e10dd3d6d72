import { Link } from 'react-router-dom';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import { STAFF_PAGES } from './pages.ts';

/** The page of unknown addresses of the back office. */
export default function UnknownPage() {
  return (
    <BackOfficeLayout title="Page Not Found">
      <p>There is no such page. The address may be of an older version.</p>
      <p>
        Search for a person at the top, or go to the <Link to={STAFF_PAGES.queue.path}>queue</Link> or the{' '}
        <Link to={STAFF_PAGES.signups.path}>sign-ups</Link>.
      </p>
    </BackOfficeLayout>
  );
}
