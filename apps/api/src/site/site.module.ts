import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AmbassadorsModule } from '../ambassadors/index.ts';
import { BillingModule } from '../billing/index.ts';
import { NewsletterModule } from '../newsletter/index.ts';
import { TrialRequestsModule } from '../trial-requests/index.ts';
import { TrialsModule } from '../trials/index.ts';
import { CspReportsController } from './csp-reports.controller.ts';
import { PageServices } from './page-services.ts';
import { Pages, SiteSource } from './pages.ts';
import { ReleaseAssets } from './release-assets.ts';
import { SiteAsset, SiteRelease } from './site-asset.entities.ts';
import { SiteController } from './site.controller.ts';

/** The site: its configuration, reports of its pages, and the calls of its pages. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SiteAsset, SiteRelease]),
    AmbassadorsModule,
    BillingModule,
    NewsletterModule,
    TrialRequestsModule,
    TrialsModule,
  ],
  controllers: [SiteController, CspReportsController],
  providers: [PageServices, Pages, ReleaseAssets],
})
export class SiteModule {
  static forRoot(source: SiteSource): DynamicModule {
    return { module: SiteModule, providers: [{ provide: SiteSource, useValue: source }] };
  }
}
