import { ownerClaims, type OwnerClaims, SAMPLE_CLAIMS, SAMPLE_POSTAL_ADDRESS } from '@lampstand/contracts';
import { IsIn, IsInt, IsOptional, IsString, IsUrl, Length, Matches, Max, Min, MinLength } from 'class-validator';

const URL_OF = (protocols: string[]) => ({ protocols, require_tld: false, require_protocol: true });
const WEB = URL_OF(['http', 'https']);
/** What a value must be, in words, where the library would print a regular expression. */
const says = (rule: string) => ({ message: `$property ${rule}` });
const Secrets = () =>
  Matches(
    /^[^,\s]{32,}(,[^,\s]{32,})*$/,
    says('must be one secret, or several separated by commas, of at least 32 characters each'),
  );
const DatabaseUrl = () => Matches(/^postgres(ql)?:\/\//, says('must begin with postgres://'));
const Email = () => Matches(/^[^@\s<>]+@[^@\s<>]+$/, says('must be an email address alone, without a name'));
const Sid = (letters: string) =>
  Matches(new RegExp(`^${letters}[0-9a-f]{32}$`), says(`must be ${letters} and 32 digits and letters a to f`));

/** Every environment variable of the server with its default. docs/configuration.md describes each one. */
export class Settings {
  @IsOptional() @IsIn(['development', 'test', 'production']) NODE_ENV = 'development';
  @IsString() HOST = '127.0.0.1';
  @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsInt() @Min(0) @Max(65535) METRICS_PORT = 9464;
  @IsString() METRICS_HOST = '127.0.0.1';
  @DatabaseUrl() DATABASE_URL: string;
  /** Migrates as the owner of the tables; without it, the role of DATABASE_URL does. */
  @IsOptional() @DatabaseUrl() MIGRATION_DATABASE_URL?: string;
  @IsInt() @Min(2) @Max(200) DATABASE_POOL = 20;
  /** How long a request waits for a free or a new connection before it is a 503. */
  @IsInt() @Min(1) @Max(25) DATABASE_WAIT_SECONDS = 2;

  @Matches(
    /^https?:\/\/[^/?#@\s]+$/,
    says('must be the address of the site alone, such as https://your.site, without a path'),
  )
  SITE_URL: string;
  @MinLength(1) PRODUCT_NAME = 'Lampstand';
  @Email() SUPPORT_EMAIL = 'support@lampstand.example';
  @MinLength(1) POSTAL_ADDRESS = SAMPLE_POSTAL_ADDRESS;
  /** JSON in the shape of `ownerClaims`; without it the site shows samples. */
  @IsOptional() @IsString() OWNER_CLAIMS?: string;
  @IsOptional() @IsUrl(WEB) DASHBOARD_URL?: string;
  /** Receives the webhook of opened accounts. Default: the sandbox's stand-in, or none. */
  @IsOptional() @IsUrl(WEB) DASHBOARD_WEBHOOK_URL?: string;
  /** Each announcement is signed with all of them, so that the receiver can rotate its secret. */
  @IsOptional() @Secrets() DASHBOARD_WEBHOOK_SECRETS?: string;
  @IsOptional() @IsUrl(WEB) APP_STORE_URL?: string;
  @IsOptional() @IsUrl(WEB) PLAY_STORE_URL?: string;
  @IsOptional() @IsUrl(WEB) VIDEO_STUDENT_URL?: string;
  @IsOptional() @IsUrl(WEB) VIDEO_PORTAL_URL?: string;
  @IsOptional() @IsUrl(WEB) VIDEO_WALKTHROUGH_URL?: string;
  @MinLength(1) ORG_TIME_ZONE = 'America/Chicago';

  @Matches(/^(sk|rk)_(test|live)_\w+$/, says('must be a secret or restricted key of Stripe, sk_… or rk_…'))
  STRIPE_SECRET_KEY: string;
  @Matches(/^pk_(test|live)_\w+$/, says('must be a publishable key of Stripe, pk_…'))
  STRIPE_PUBLISHABLE_KEY: string;
  /** One or, during a rotation, two, separated by a comma. */
  @Matches(
    /^whsec_\w+(,whsec_\w+)?$/,
    says('must be one signing secret of Stripe, whsec_…, or two separated by a comma'),
  )
  STRIPE_WEBHOOK_SECRETS: string;
  @IsOptional() @IsUrl(WEB) STRIPE_API_BASE?: string;

  @Sid('AC') TWILIO_ACCOUNT_SID: string;
  @MinLength(16) TWILIO_AUTH_TOKEN: string;
  @Sid('VA') TWILIO_VERIFY_SERVICE_SID: string;
  /** A template whose text ends in "@<host of SITE_URL> #{{code}}", so that browsers offer to fill in the code. */
  @IsOptional() @Sid('HJ') TWILIO_VERIFY_TEMPLATE_SID?: string;
  @IsOptional() @IsUrl(WEB) TWILIO_API_BASE?: string;

  @Matches(
    /^smtps?:\/\/([^@/?#]+@)?[^@/?#]+\/?(\?[^@]*)?$/,
    says('must be smtp://user:password@host:port or smtps://…, with %40 for @ and %2F for / in user and password'),
  )
  SMTP_URL: string;
  @Email() MAIL_FROM = 'hello@lampstand.example';
  /** With it, the mail service reports emails that come back. */
  @IsOptional() @MinLength(32) MAIL_WEBHOOK_SECRET?: string;

  /** The first one signs, all of them verify. */
  @Secrets() LINK_SECRETS: string;
  @Secrets() SESSION_SECRETS: string;
  @MinLength(32) INTERNAL_TOKEN: string;

  /** The first administrator, created at the start unless the account exists. */
  @IsOptional() @Email() ADMIN_EMAIL?: string;
  @IsOptional() @Length(1, 200) ADMIN_PASSWORD?: string;
  /** Unlocks the database page only; without it the page is closed. */
  @IsOptional() @Length(1, 200) ADMIN_DATABASE_PASSWORD?: string;

  /** Fastify's trustProxy: empty, a number of hops, or a list of addresses. */
  @Matches(
    /^(\d*|([\da-f:.]+(\/\d+)?|loopback|linklocal|uniquelocal)(\s*,\s*([\da-f:.]+(\/\d+)?|loopback|linklocal|uniquelocal))*)$/i,
    says('must be the number of proxies, or their addresses separated by commas'),
  )
  TRUST_PROXY = '';
  @IsIn(['on', 'off']) LIMITS: 'on' | 'off' = 'on';
  /** Upper limit of paid text messages. */
  @IsInt() @Min(1) CODES_PER_DAY = 5000;
  @IsIn(['open', 'strict']) RESUME_PRIVACY: 'open' | 'strict' = 'strict';
  /** `administrators`: without a second factor they can only add one. The default in production. */
  @IsIn(['optional', 'administrators']) STAFF_SECOND_FACTOR: 'optional' | 'administrators' = 'optional';
  /** Of Sentry, or of what speaks its protocol; without it, errors are only logged. */
  @IsOptional()
  @Matches(
    /^https?:\/\/\w+@[^/@?#\s]+(\/[\w-]+)*\/\w+$/,
    says('must be the DSN that the error tracker shows, such as https://key@tracker.your.site/1'),
  )
  SENTRY_DSN?: string;
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent']) LOG_LEVEL = 'info';
  @IsInt() @Min(1) @Max(3600) SWEEP_INTERVAL_SECONDS = 30;
  /** How often a server runs the checks of the doctor; 0: never. */
  @IsInt() @Min(0) @Max(3600) CHECK_INTERVAL_SECONDS = 300;
  /** Seconds to keep serving after a stop signal: longer than two probes of the load balancer. */
  @IsInt() @Min(0) @Max(15) DRAIN_SECONDS = 10;

  /** The sandbox's address where the providers are the sandbox, otherwise undefined. */
  get sandbox(): string | undefined {
    return this.STRIPE_API_BASE;
  }

  /** Where staff look at customers. */
  get stripeDashboard(): string {
    const mode = this.STRIPE_SECRET_KEY.split('_')[1] === 'live' ? '' : '/test';
    return this.sandbox ? `${this.sandbox}/dashboard` : `https://dashboard.stripe.com${mode}`;
  }

  /** Where staff look at the log of Verify. */
  get twilioVerifyLog(): string {
    return this.sandbox ? `${this.sandbox}/#phone` : 'https://console.twilio.com/us1/monitor/logs/verify-logs';
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

  /** Throws for OWNER_CLAIMS that `settingsProblems` refuses. */
  get claims(): OwnerClaims {
    return this.OWNER_CLAIMS ? ownerClaims.parse(JSON.parse(this.OWNER_CLAIMS)) : SAMPLE_CLAIMS;
  }

  get announcementsUrl(): string | undefined {
    return this.DASHBOARD_WEBHOOK_URL ?? (this.sandbox && `${this.sandbox}/standin/webhooks`);
  }
}
