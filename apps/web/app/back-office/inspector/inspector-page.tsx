import { useParams } from 'react-router-dom';
import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Inspector } from './inspector.tsx';

const page = backOfficePages.inspector;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function InspectorPage() {
  const { id = '' } = useParams();
  return (
    <BackOffice title="Trial Sign-Up" gate="access">
      <Inspector key={id} id={id} />
    </BackOffice>
  );
}
