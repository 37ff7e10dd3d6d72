export { type AccountHolder, Accounts } from './accounts.ts';
export { AccountsModule } from './accounts.module.ts';
