import { useParams } from 'react-router-dom';
import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Application } from './application.tsx';

const page = backOfficePages.ambassador;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AmbassadorPage() {
  const { id = '' } = useParams();
  return (
    <BackOffice title="Ambassador Application">
      <Application key={id} id={id} />
    </BackOffice>
  );
}
