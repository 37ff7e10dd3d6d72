import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { IncompleteList } from './incomplete-list.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const page = backOfficePages.incomplete;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function IncompletePage() {
  return (
    <BackOffice title="Incomplete Trial Signups" gate="access">
      <IncompleteList />
    </BackOffice>
  );
}
