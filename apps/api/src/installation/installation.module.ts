import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/index.ts';
import { VerificationModule } from '../verification/index.ts';
import { WatchInstallation } from './watch-installation.ts';

/** What the doctor checks, watched by each server. */
@Module({ imports: [BillingModule, VerificationModule], providers: [WatchInstallation] })
export class InstallationModule {}
