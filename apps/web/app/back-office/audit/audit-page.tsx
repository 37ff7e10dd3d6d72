import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { AuditLog } from './audit-log.tsx';
import '../../styles/back-office-lists.css';

const page = backOfficePages.audit;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AuditPage() {
  return (
    <BackOffice title="Audit" needs="audit">
      <AuditLog />
    </BackOffice>
  );
}
