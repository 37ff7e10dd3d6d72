import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountController } from './account.controller.ts';
import { Audit } from './audit.ts';
import { LocalStrategy } from './local-strategy.ts';
import { ManageAuthenticator } from './manage-authenticator.ts';
import { AddPasskey, ConfirmPassword, RemovePasskey } from './manage-passkeys.ts';
import { OwnAccountController } from './own-account.controller.ts';
import { ManageOwnAccount } from './own-account.ts';
import { PasskeyChallenges, Passkeys } from './passkeys.ts';
import { StaffGuard } from './require-permission.ts';
import { SessionController } from './session.controller.ts';
import { Sessions } from './sessions.ts';
import { KnownDevices, SignIn } from './sign-in.ts';
import { FirstAdministrator, StaffAccounts } from './staff-accounts.ts';
import { UnlockDatabase } from './unlock-database.ts';
import {
  AuditEntry,
  DatabaseUnlock,
  PasskeyChallenge,
  StaffAccount,
  StaffPasskey,
  StaffSession,
} from '../admin.entities.ts';

/** Staff accounts, their sessions and permissions, and the audit log. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditEntry, DatabaseUnlock, PasskeyChallenge, StaffAccount, StaffPasskey, StaffSession]),
  ],
  controllers: [AccountController, OwnAccountController, SessionController],
  providers: [
    AddPasskey,
    Audit,
    FirstAdministrator,
    KnownDevices,
    LocalStrategy,
    ConfirmPassword,
    ManageAuthenticator,
    ManageOwnAccount,
    PasskeyChallenges,
    Passkeys,
    RemovePasskey,
    Sessions,
    SignIn,
    StaffAccounts,
    StaffGuard,
    UnlockDatabase,
  ],
  exports: [Audit, ConfirmPassword, Sessions, StaffAccounts, StaffGuard],
})
export class SessionModule {}
