import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Requests } from './requests.tsx';

const page = backOfficePages.trialRequests;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function RequestsPage() {
  return (
    <BackOffice title="Trial Requests">
      <Requests />
    </BackOffice>
  );
}
