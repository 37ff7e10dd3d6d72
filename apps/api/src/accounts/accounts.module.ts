import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Church, User } from './account.entities.ts';
import { Accounts } from './accounts.ts';
import { NewContacts } from './new-contacts.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Church, User])],
  providers: [Accounts, NewContacts],
  exports: [Accounts, NewContacts],
})
export class AccountsModule {}
