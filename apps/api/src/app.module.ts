import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from './admin/index.ts';
import { AmbassadorsModule } from './ambassadors/index.ts';
import { BillingModule } from './billing/index.ts';
import { NewsletterModule } from './newsletter/index.ts';
import type { Settings } from './platform/config/index.ts';
import { PlatformModule } from './platform/platform.module.ts';
import { StopJobs } from './platform/shutdown.ts';
import { ApplicationFormsController } from './site/application-forms.controller.ts';
import { CspReportsController } from './site/csp-reports.controller.ts';
import { FormPages } from './site/form-pages.ts';
import { SiteController } from './site/site.controller.ts';
import { TrialFormsController } from './site/trial-forms.controller.ts';
import { TrialRequestsModule } from './trial-requests/index.ts';
import { TrialsModule } from './trials/index.ts';

const MODULES = [AdminModule, AmbassadorsModule, BillingModule, NewsletterModule, TrialRequestsModule, TrialsModule];

/** Root module: the platform, the product modules, and the site's controllers. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot(settings), ...MODULES],
      controllers: [SiteController, CspReportsController, ApplicationFormsController, TrialFormsController],
      // Not of the platform: global modules shut down last, and the database is one.
      providers: [StopJobs, FormPages],
    };
  }
}
