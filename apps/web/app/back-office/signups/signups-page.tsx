import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { CopyView } from './copy-view.tsx';
import { Dashboard } from './dashboard.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-funnel.css';
import '../../styles/back-office-work.css';

const page = backOfficePages.signups;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function SignupsPage() {
  return (
    <BackOffice title="Trial Signup Dashboard" aside={<CopyView />}>
      <Dashboard />
    </BackOffice>
  );
}
