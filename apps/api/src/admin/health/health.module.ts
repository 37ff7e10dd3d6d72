import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.ts';
import { SupportHealthController } from './health.controller.ts';
import { ReadHealth } from './queries/read-health.ts';

/** Whether sign-ups get through, at a glance. */
@Module({ imports: [SessionModule], controllers: [SupportHealthController], providers: [ReadHealth] })
export class SupportHealthModule {}
