import { Module } from '@nestjs/common';
import { SessionModule } from './session/session.module.ts';

/** The back office, part by part. */
@Module({ imports: [SessionModule] })
export class AdminModule {}
