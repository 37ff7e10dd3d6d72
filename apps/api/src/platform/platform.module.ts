import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PgBoss } from 'pg-boss';
import { Clock, ProcessClock, Today } from './clock/clock.ts';
import { Settings } from './config/index.ts';
import { DatabaseConnections } from './database/connections.ts';
import { databaseModule } from './database/database.module.ts';
import { ErrorTracker } from './error-tracker.ts';
import { Backup, Backups } from './health/backups.ts';
import { ProviderWatch } from './health/provider-watch.ts';
import { HealthController } from './health/health.controller.ts';
import { MetricsServer } from './health/metrics.ts';
import { Readiness } from './health/readiness.ts';
import { OpenApiDocument } from './http/openapi.ts';
import { DeadLetters } from './jobs/dead-letters.ts';
import { JobHandlers } from './jobs/handlers.ts';
import { createBoss, Jobs } from './jobs/jobs.ts';
import { ReviveDeadLetters } from './jobs/revive-dead-letters.ts';
import { WaitingJobs } from './jobs/waiting-jobs.ts';
import { Dials } from './limits/dials.ts';
import { Limiter } from './limits/limiter.ts';
import { SmtpMailer } from './mail/adapters/smtp-mailer.ts';
import { MailCopies } from './mail/mail-copies.ts';
import { Mailer } from './mail/mailer.ts';
import { ReturnedMails } from './mail/returned-mails.ts';
import { SentMail } from './mail/sent-mail.entity.ts';
import { TransactionalMailer } from './mail/transactional-mailer.ts';
import { Release } from './release.ts';
import { SignedLinks } from './signed-links.ts';

/** Global providers for all modules, built from the settings. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(settings: Settings, release: Release): DynamicModule {
    const provided = [
      { provide: Settings, useValue: settings },
      { provide: Release, useValue: release },
      { provide: Clock, useFactory: () => new ProcessClock(settings.sandbox) },
      { provide: PgBoss, useFactory: () => createBoss(settings) },
      { provide: Mailer, useFactory: () => new SmtpMailer(settings) },
      OpenApiDocument,
      DatabaseConnections,
      DeadLetters,
      ErrorTracker,
      JobHandlers,
      Jobs,
      ReviveDeadLetters,
      Dials,
      Limiter,
      Backups,
      MetricsServer,
      ProviderWatch,
      Readiness,
      MailCopies,
      ReturnedMails,
      TransactionalMailer,
      SignedLinks,
      Today,
      WaitingJobs,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, databaseModule(settings), TypeOrmModule.forFeature([SentMail, Backup])],
      controllers: [HealthController],
      providers: provided,
      exports: provided,
    };
  }
}
