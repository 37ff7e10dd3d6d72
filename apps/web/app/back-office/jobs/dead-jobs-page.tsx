import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { DeadJobs } from './dead-jobs.tsx';

const page = backOfficePages.deadJobs;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function DeadJobsPage() {
  return (
    <BackOffice title="Dead Jobs">
      <DeadJobs />
    </BackOffice>
  );
}
