export { Audit } from './audit.ts';
export { FactChanged, type FactChange, FactTags, IfMatch, type ShownRecord } from './fact-tags.ts';
export { StaffAccount } from './auth.entities.ts';
export { AuthModule } from './auth.module.ts';
export { type ActingStaff, RequirePermission, Staff } from './require-permission.ts';
export { Sessions } from './sessions.ts';
export { DatabaseGuard } from './unlock-database.ts';
