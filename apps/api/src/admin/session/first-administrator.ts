import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../platform/config/index.ts';
import { KnownAccount, StaffAccounts } from './use-cases/staff-accounts.ts';

/** Makes the administrator named by ADMIN_EMAIL and ADMIN_PASSWORD, unless there is an account of that address. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  constructor(
    private readonly settings: Settings,
    private readonly accounts: StaffAccounts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.settings;
    if (!email || !password || (await this.accounts.isKnown(email))) return;
    await this.accounts.createFirst(email, password).catch(unlessAnotherReplicaWasFaster);
  }
}

const unlessAnotherReplicaWasFaster = (error: unknown) => {
  if (!(error instanceof KnownAccount)) throw error;
};
