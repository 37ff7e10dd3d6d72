export { type AccountHolder, Accounts, type ReceiptsEmail } from './accounts.ts';
export { type ContactField, type NewContact, NewContacts } from './new-contacts.ts';
export { AccountsModule } from './accounts.module.ts';
