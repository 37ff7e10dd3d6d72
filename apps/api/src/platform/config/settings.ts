import { IsIn, IsInt, IsOptional, IsString, IsUrl, Length, Matches, Max, Min, MinLength } from 'class-validator';

const URL_OF = (protocols: string[]) => ({ protocols, require_tld: false, require_protocol: true });
const WEB = URL_OF(['http', 'https']);
/** One secret, or several separated by commas, of at least 32 characters each. */
const SECRETS = /^[^,\s]{32,}(,[^,\s]{32,})*$/;

/** Every variable the server reads, by its own name, with its default. The README's table says what each one is for. */
export class Settings {
  @IsOptional() @IsIn(['development', 'test', 'production']) NODE_ENV = 'development';
  @IsString() HOST = '127.0.0.1';
  @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsInt() @Min(0) @Max(65535) METRICS_PORT = 9464;
  @IsString() METRICS_HOST = '127.0.0.1';
  @Matches(/^postgres(ql)?:\/\//) DATABASE_URL: string;
  /** The owner of the tables, who migrates at the start; without it the role of DATABASE_URL does that, too. */
  @IsOptional() @Matches(/^postgres(ql)?:\/\//) MIGRATION_DATABASE_URL?: string;
  @IsInt() @Min(2) @Max(200) DATABASE_POOL = 20;

  @IsUrl(WEB) SITE_URL: string;
  @MinLength(1) PRODUCT_NAME = 'Lampstand';
  @Matches(/^[^@\s]+@[^@\s]+$/) SUPPORT_EMAIL = 'support@lampstand.example';
  @MinLength(1) POSTAL_ADDRESS = 'Lampstand, 1200 Congress Avenue, Austin, TX 78701';
  @IsOptional() @IsUrl(WEB) DASHBOARD_URL?: string;
  /** Where opened accounts are announced; with the sandbox its stand-in, else nowhere unless set. */
  @IsOptional() @IsUrl(WEB) DASHBOARD_WEBHOOK_URL?: string;
  /** What announcements are signed with: all of them, so that the receiver may hold any one. */
  @IsOptional() @Matches(SECRETS) DASHBOARD_WEBHOOK_SECRETS?: string;
  @IsOptional() @IsUrl(WEB) APP_STORE_URL?: string;
  @IsOptional() @IsUrl(WEB) PLAY_STORE_URL?: string;
  @IsOptional() @IsUrl(WEB) VIDEO_STUDENT_URL?: string;
  @IsOptional() @IsUrl(WEB) VIDEO_PORTAL_URL?: string;
  @MinLength(1) ORG_TIME_ZONE = 'America/Chicago';

  @Matches(/^(sk|rk)_(test|live)_\w+$/) STRIPE_SECRET_KEY: string;
  @Matches(/^pk_(test|live)_\w+$/) STRIPE_PUBLISHABLE_KEY: string;
  /** One or, while a secret is being rotated, two, separated by a comma. */
  @Matches(/^whsec_\w+(,whsec_\w+)?$/) STRIPE_WEBHOOK_SECRETS: string;
  @IsOptional() @IsUrl(WEB) STRIPE_API_BASE?: string;

  @Matches(/^AC[0-9a-f]{32}$/) TWILIO_ACCOUNT_SID: string;
  @MinLength(16) TWILIO_AUTH_TOKEN: string;
  @Matches(/^VA[0-9a-f]{32}$/) TWILIO_VERIFY_SERVICE_SID: string;
  @IsOptional() @IsUrl(WEB) TWILIO_API_BASE?: string;

  @Matches(/^smtps?:\/\//) SMTP_URL: string;
  @Matches(/^[^@\s]+@[^@\s]+$/) MAIL_FROM = 'hello@lampstand.example';

  /** The first of several signs, all are accepted. */
  @Matches(SECRETS) LINK_SECRETS: string;
  @Matches(SECRETS) SESSION_SECRETS: string;
  @MinLength(32) INTERNAL_TOKEN: string;

  /** The first administrator, made at the start unless there is an account of this address. */
  @IsOptional() @Matches(/^[^@\s]+@[^@\s]+$/) ADMIN_EMAIL?: string;
  @IsOptional() @Length(1, 200) ADMIN_PASSWORD?: string;
  /** Opens the database page and nothing else; without it the page stays shut. */
  @IsOptional() @Length(1, 200) ADMIN_DATABASE_PASSWORD?: string;

  /** Fastify's trustProxy: empty, a number of hops, or a list of addresses. */
  @IsString() TRUST_PROXY = '';
  @IsIn(['on', 'off']) LIMITS: 'on' | 'off' = 'on';
  /** Texts with codes that we pay for at most: in a day in all, in an hour to numbers of one exchange. */
  @IsInt() @Min(1) CODES_PER_DAY = 5000;
  @IsInt() @Min(1) CODES_PER_PREFIX = 20;
  @IsIn(['open', 'strict']) RESUME_PRIVACY: 'open' | 'strict' = 'open';
  /** `on`: an erasure waits until a second member of staff approves it; `off`: for that, or for ten minutes. */
  @IsIn(['on', 'off']) ERASURE_APPROVAL: 'on' | 'off' = 'off';
  /** `administrators`: without a second factor they can but add one. Production has it unless told otherwise. */
  @IsIn(['optional', 'administrators']) STAFF_SECOND_FACTOR: 'optional' | 'administrators' = 'optional';
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent']) LOG_LEVEL = 'info';
  /** Seconds between two sweeps over what is due later. */
  @IsInt() @Min(1) @Max(3600) SWEEP_INTERVAL_SECONDS = 30;
  /** Seconds that a server which was told to stop serves on: longer than two probes of the load balancer. */
  @IsInt() @Min(0) @Max(15) DRAIN_SECONDS = 10;

  /** Whether the providers are the local sandbox. */
  get sandbox(): string | undefined {
    return this.STRIPE_API_BASE;
  }

  get linkSecrets(): string[] {
    return this.LINK_SECRETS.split(',');
  }

  get dashboardSecrets(): string[] {
    return this.DASHBOARD_WEBHOOK_SECRETS?.split(',') ?? [];
  }

  get sessionSecrets(): string[] {
    return this.SESSION_SECRETS.split(',');
  }

  get announcementsUrl(): string | undefined {
    return this.DASHBOARD_WEBHOOK_URL ?? (this.sandbox && `${this.sandbox}/standin/webhooks`);
  }
}
