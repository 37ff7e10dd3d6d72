import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { ExportLedger } from './export-ledger.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const page = backOfficePages.exports;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function ExportsPage() {
  return (
    <BackOffice title="Exports" needs="audit">
      <ExportLedger />
    </BackOffice>
  );
}
