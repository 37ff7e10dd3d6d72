export * from './account.ts';
export * from './audit.ts';
export * from './ambassadors.ts';
export * from './inspector.ts';
export * from './lists.ts';
export * from './messages.ts';
export * from './passkeys.ts';
export * from './session.ts';
