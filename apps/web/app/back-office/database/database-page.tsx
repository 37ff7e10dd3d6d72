import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { AppFrame } from '../../lib/app-frame.tsx';
import { DatabaseGate } from './database-gate.tsx';
import '../../styles/back-office.css';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-database.css';

const page = backOfficePages.database;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function DatabasePage() {
  return (
    <AppFrame>
      <div className="office">
        <DatabaseGate />
      </div>
    </AppFrame>
  );
}
