import { type DynamicModule, Module } from '@nestjs/common';
import { AmbassadorsModule } from '../ambassadors/index.ts';
import { NewsletterModule } from '../newsletter/index.ts';
import { TrialRequestsModule } from '../trial-requests/index.ts';
import { TrialsModule } from '../trials/index.ts';
import { ContactFormsController } from './contact-forms.controller.ts';
import { CspReportsController } from './csp-reports.controller.ts';
import { FormPages } from './form-pages.ts';
import { Pages, SiteSource } from './pages.ts';
import { PricingController } from './pricing.controller.ts';
import { SiteController } from './site.controller.ts';
import { TrialFormsController } from './trial-forms.controller.ts';

/** The site: its configuration, reports of its pages, and its forms for browsers without scripts. */
@Module({
  imports: [AmbassadorsModule, NewsletterModule, TrialRequestsModule, TrialsModule],
  controllers: [SiteController, CspReportsController, ContactFormsController, PricingController, TrialFormsController],
  providers: [FormPages, Pages],
})
export class SiteModule {
  static forRoot(source: SiteSource): DynamicModule {
    return { module: SiteModule, providers: [{ provide: SiteSource, useValue: source }] };
  }
}
