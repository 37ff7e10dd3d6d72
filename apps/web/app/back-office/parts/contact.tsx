import { phoneText } from '../format.ts';
import { Email } from './email.tsx';

/** An address to write to; a masked one is none. */
export const MailLink = ({ address }: { address: string }) => (
  <a className="block" href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}>
    <Email address={address} />
  </a>
);

/** Ten digits to call. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="block nowrap" href={`tel:+1${phone}`}>
    {phoneText(phone)}
  </a>
);
