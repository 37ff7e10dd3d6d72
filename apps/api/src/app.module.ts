import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from './admin/index.ts';
import { AmbassadorsModule } from './ambassadors/index.ts';
import { BillingModule } from './billing/index.ts';
import { InstallationModule } from './installation/installation.module.ts';
import { NewsletterModule } from './newsletter/index.ts';
import type { Settings } from './platform/config/index.ts';
import { PlatformModule } from './platform/platform.module.ts';
import { Release } from './platform/release.ts';
import { StopJobs } from './platform/shutdown.ts';
import type { SiteSource } from './site/pages.ts';
import { SiteModule } from './site/site.module.ts';
import { TrialRequestsModule } from './trial-requests/index.ts';
import { TrialsModule } from './trials/index.ts';

/** Of this build: the bundle of the server is as deep in the tree as this file. */
const RELEASE = Release.of(new URL('../../../package.json', import.meta.url));

const MODULES = [
  AdminModule,
  AmbassadorsModule,
  BillingModule,
  InstallationModule,
  NewsletterModule,
  TrialRequestsModule,
  TrialsModule,
];

/** Root module: the platform, the product modules, and the site. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings, site: SiteSource): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot(settings, RELEASE), SiteModule.forRoot(site), ...MODULES],
      // Not of the platform: global modules shut down last, and the database is one.
      providers: [StopJobs],
    };
  }
}
