import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Queue } from './queue.tsx';

const page = backOfficePages.ambassadors;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AmbassadorsPage() {
  return (
    <BackOffice title="Ambassador Applications">
      <Queue />
    </BackOffice>
  );
}
