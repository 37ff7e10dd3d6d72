import { ADMIN_TEXTS } from '@lampstand/contracts/back-office';
import './checking.css';

/** Shown until the session is known. */
export const Checking = () => (
  <p className="office-checking" role="status">
    <span className="spinner" aria-hidden="true" />
    {ADMIN_TEXTS.checking}
  </p>
);
