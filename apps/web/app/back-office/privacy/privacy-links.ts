import type { PrivacyKind } from '@lampstand/contracts/back-office';
import { STAFF_PAGES } from '../pages.ts';

/** The privacy page with the person of a record filled in. The address has no email. */
export const privacyPage = (kind: PrivacyKind, id: number): string => `${STAFF_PAGES.privacy.path}?${kind}=${id}`;

/** The path of the person of a record in the API. */
export const personPath = (kind: PrivacyKind, id: number | string): string => `/api/admin/privacy/${kind}/${id}`;
