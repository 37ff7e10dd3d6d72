export * from './0001-workflow.ts';
export * from './0002-sign-ups.ts';
export * from './0003-accounts.ts';
export * from './0004-billing.ts';
export * from './0005-public-forms.ts';
export * from './0006-mails-and-limits.ts';
export * from './0007-staff.ts';
export * from './0008-back-office.ts';
