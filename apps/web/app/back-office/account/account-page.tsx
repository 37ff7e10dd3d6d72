import { backOfficePages } from '../../site/back-office-pages.ts';
import { headOf } from '../../site/head.ts';
import { BackOffice } from '../frame/back-office.tsx';
import { Passkeys } from './passkeys.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const page = backOfficePages.account;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AccountPage() {
  return (
    <BackOffice title="Your Sign-In">
      <Passkeys />
    </BackOffice>
  );
}
