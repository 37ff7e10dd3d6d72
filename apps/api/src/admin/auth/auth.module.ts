import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Audit } from './audit.ts';
import {
  AuditEntry,
  DatabaseUnlock,
  PasskeyChallenge,
  StaffAccount,
  StaffPasskey,
  StaffSession,
} from './auth.entities.ts';
import { AuthenticatorSecrets } from './authenticator-secrets.ts';
import { DescriptionController } from './description.controller.ts';
import { FactTags } from './fact-tags.ts';
import { LocalStrategy } from './local-strategy.ts';
import { ManageAuthenticator } from './manage-authenticator.ts';
import { OwnAccountController } from './own-account.controller.ts';
import { ManageOwnAccount } from './own-account.ts';
import { AddPasskey, ConfirmPassword, RemovePasskey } from './passkeys/manage-passkeys.ts';
import { PasskeysController } from './passkeys/passkeys.controller.ts';
import { PasskeyChallenges, Passkeys } from './passkeys/passkeys.ts';
import { StaffGuard } from './require-permission.ts';
import { SessionController } from './session.controller.ts';
import { Sessions } from './sessions.ts';
import { KnownDevices, SignIn } from './sign-in.ts';
import { ManageStaff } from './staff/manage-staff.ts';
import { PasswordLinks } from './staff/password-links.tsx';
import { PasswordController, StaffController } from './staff/staff.controller.ts';
import { FirstAdministrator, StaffAccounts } from './staff/staff-accounts.ts';
import { StaffNotices } from './staff-notices.tsx';
import { UnlockDatabase } from './unlock-database.ts';

/** Staff: their accounts, sessions, passkeys and permissions, and what they do, in the audit log. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditEntry, DatabaseUnlock, PasskeyChallenge, StaffAccount, StaffPasskey, StaffSession]),
  ],
  controllers: [
    DescriptionController,
    OwnAccountController,
    PasskeysController,
    PasswordController,
    SessionController,
    StaffController,
  ],
  providers: [
    AddPasskey,
    Audit,
    AuthenticatorSecrets,
    FactTags,
    FirstAdministrator,
    KnownDevices,
    LocalStrategy,
    ConfirmPassword,
    ManageAuthenticator,
    ManageOwnAccount,
    ManageStaff,
    PasskeyChallenges,
    Passkeys,
    PasswordLinks,
    RemovePasskey,
    Sessions,
    SignIn,
    StaffAccounts,
    StaffGuard,
    StaffNotices,
    UnlockDatabase,
  ],
  exports: [Audit, FactTags, Sessions, StaffGuard, UnlockDatabase],
})
export class AuthModule {}
