import { isMasked } from '@lampstand/contracts/back-office';
import { useStaff } from '../layout/auth.ts';
import { Email } from '../../components/email.tsx';
import { MailLink, PhoneLink } from './text.tsx';
import './contact.css';

/** Email and phone, each as a link; for a masked role the masked texts. In a cell labelled Contact. */
export function Contact({ of: { email, phone } }: { of: { email: string; phone: string } }) {
  return isMasked(useStaff().role) ? (
    <>
      <span className="block">
        <Email address={email} />
      </span>
      <span className="block">{phone}</span>
    </>
  ) : (
    <>
      <MailLink address={email} />
      <PhoneLink phone={phone} />
    </>
  );
}
