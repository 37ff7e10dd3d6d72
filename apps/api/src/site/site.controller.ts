import { ERRORS, type PublicConfig } from '@lampstand/contracts';
import { Controller, Get, Param, Redirect } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Clock, Today } from '../platform/clock/clock.ts';
import { Settings } from '../platform/config/index.ts';
import { AppError } from '../platform/errors.ts';

/** Configuration for the scripts of pages, and redirects to external places. */
@ApiTags('Site')
@Controller('api')
export class SiteController {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  @Get('config')
  config(): PublicConfig {
    const { PRODUCT_NAME, SUPPORT_EMAIL, STRIPE_PUBLISHABLE_KEY, ORG_TIME_ZONE, DASHBOARD_URL, sandbox } =
      this.settings;
    return {
      product: PRODUCT_NAME,
      supportEmail: SUPPORT_EMAIL,
      dashboardUrl: DASHBOARD_URL ?? '/api/go/dashboard',
      stripePublishableKey: STRIPE_PUBLISHABLE_KEY,
      ...(sandbox && { stripeJsUrl: `${sandbox}/stripe.js` }),
      now: this.clock.now().toISOString(),
      today: this.today.day,
      timeZone: ORG_TIME_ZONE,
    };
  }

  @Get('go/:place')
  @Redirect()
  go(@Param('place') place: string): { url: string } {
    const { DASHBOARD_URL, APP_STORE_URL, PLAY_STORE_URL, SITE_URL, sandbox } = this.settings;
    const { VIDEO_STUDENT_URL, VIDEO_PORTAL_URL, VIDEO_WALKTHROUGH_URL } = this.settings;
    const places: Record<string, string | undefined> = {
      dashboard: DASHBOARD_URL,
      'app-store': APP_STORE_URL,
      'play-store': PLAY_STORE_URL,
      'video-student': VIDEO_STUDENT_URL ?? `${SITE_URL}/films/student`,
      'video-portal': VIDEO_PORTAL_URL ?? `${SITE_URL}/films/portal`,
      'video-walkthrough': VIDEO_WALKTHROUGH_URL ?? `${SITE_URL}/films/walkthrough`,
    };
    const known = Object.hasOwn(places, place);
    const url = known ? (places[place] ?? (sandbox && `${sandbox}/standin/${place}`)) : undefined;
    if (!url) throw new AppError('notFound', ERRORS.notFound);
    return { url };
  }
}
