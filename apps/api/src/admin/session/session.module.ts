import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweeper } from '../../platform/jobs/sweeper.ts';
import { AccountController } from './account.controller.ts';
import { Audit } from './audit.ts';
import { FirstAdministrator } from './first-administrator.ts';
import { KnownDevices } from './known-devices.ts';
import { LocalStrategy } from './local-strategy.ts';
import { StaffGuard } from './needs.ts';
import { OwnPassword } from './own-password.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { Passkeys } from './passkeys.ts';
import { SessionController } from './session.controller.ts';
import { Sessions } from './sessions.ts';
import { AddPasskey } from './use-cases/add-passkey.ts';
import { RemovePasskey } from './use-cases/remove-passkey.ts';
import { SignIn } from './use-cases/sign-in.ts';
import { StaffAccounts } from './use-cases/staff-accounts.ts';
import { UnlockDatabase } from './use-cases/unlock-database.ts';

/** Who is signed in, what they may do, and the audit that grows by what they do. */
@Module({
  controllers: [AccountController, SessionController],
  providers: [
    AddPasskey,
    Audit,
    FirstAdministrator,
    KnownDevices,
    LocalStrategy,
    OwnPassword,
    PasskeyChallenges,
    Passkeys,
    RemovePasskey,
    Sessions,
    SignIn,
    StaffAccounts,
    StaffGuard,
    UnlockDatabase,
  ],
  exports: [Audit, Sessions, StaffGuard],
})
export class SessionModule implements OnApplicationBootstrap {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly sessions: Sessions,
    private readonly challenges: PasskeyChallenges,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('ended sessions', () => Promise.all([this.sessions.sweep(), this.challenges.sweep()]));
  }
}
