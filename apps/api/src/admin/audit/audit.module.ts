import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.ts';
import { SessionModule } from '../session/session.module.ts';
import { AuditController } from './audit.controller.ts';

/** Reading what staff did. */
@Module({ imports: [ListsModule, SessionModule], controllers: [AuditController] })
export class AuditModule {}
