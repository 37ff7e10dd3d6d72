import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, createClock, Today } from './clock/clock.ts';
import { Settings } from './config/index.ts';
import { HealthController } from './health/health.controller.ts';
import { MetricsServer } from './health/metrics.ts';
import { OpenApiDocument } from './http/openapi.ts';
import { DeadLetters } from './jobs/dead-letters.ts';
import { Jobs } from './jobs/jobs.ts';
import { Sweeper } from './jobs/sweeper.ts';
import { Limiter } from './limits/limiter.ts';
import { SmtpMailer } from './mail/adapters/smtp-mailer.ts';
import { Mailer } from './mail/mailer.ts';
import { TransactionalMailer } from './mail/transactional-mailer.ts';
import { DatabaseShutdown, Readiness } from './shutdown.ts';
import { SignedLinks } from './signed-links.ts';

/** Global providers for all modules, built from the settings and an open, migrated database. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(settings: Settings, dataSource: DataSource): DynamicModule {
    const provided = [
      { provide: Settings, useValue: settings },
      { provide: DataSource, useValue: dataSource },
      { provide: Clock, useFactory: () => createClock(dataSource, settings.sandbox) },
      { provide: Mailer, useFactory: () => new SmtpMailer(settings) },
      OpenApiDocument,
      DeadLetters,
      Jobs,
      Limiter,
      TransactionalMailer,
      SignedLinks,
      Sweeper,
      Today,
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers: [...provided, DatabaseShutdown, MetricsServer, Readiness],
      exports: provided,
    };
  }
}
