import type { Role } from '@lampstand/contracts/back-office';

export const ROLE_NAMES: Record<Role, string> = { administrator: 'Administrator', support: 'Support' };
