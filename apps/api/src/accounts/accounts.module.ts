import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Church, User } from './account.entities.ts';
import { Accounts } from './accounts.ts';

@Module({ imports: [TypeOrmModule.forFeature([Church, User])], providers: [Accounts], exports: [Accounts] })
export class AccountsModule {}
