import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Subscribers } from './subscribers.tsx';

const page = backOfficePages.newsletter;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function NewsletterPage() {
  return (
    <BackOffice title="Newsletter Subscribers">
      <Subscribers />
    </BackOffice>
  );
}
