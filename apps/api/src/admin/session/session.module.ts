import { Module } from '@nestjs/common';
import { Audit } from './audit.ts';
import { FirstAdministrator } from './first-administrator.ts';
import { StaffGuard } from './needs.ts';
import { SessionController } from './session.controller.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './use-cases/sign-in.ts';
import { StaffAccounts } from './use-cases/staff-accounts.ts';
import { UnlockDatabase } from './use-cases/unlock-database.ts';

/** Who is signed in, what they may do, and the audit of what they did. */
@Module({
  controllers: [SessionController],
  providers: [Audit, FirstAdministrator, Sessions, SignIn, StaffAccounts, StaffGuard, UnlockDatabase],
  exports: [Audit, Sessions, StaffGuard],
})
export class SessionModule {}
