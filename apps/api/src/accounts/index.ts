export { type AccountHolder, Accounts } from './accounts.ts';
export { type ContactField, type NewContact, NewContacts } from './new-contacts.ts';
export { AccountsModule } from './accounts.module.ts';
