import { Module } from '@nestjs/common';
import { ReviewModule } from './ambassadors/review.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { DescriptionController } from './description.controller.ts';
import { ExportsModule } from './exports/exports.module.ts';
import { SupportHealthModule } from './health/health.module.ts';
import { InspectorModule } from './inspector/inspector.module.ts';
import { ListsModule } from './lists/lists.module.ts';
import { RetentionModule } from './retention/retention.module.ts';
import { SessionModule } from './session/session.module.ts';

/** The back office, part by part. */
@Module({
  controllers: [DescriptionController],
  imports: [
    AuditModule,
    ExportsModule,
    InspectorModule,
    ListsModule,
    RetentionModule,
    ReviewModule,
    SessionModule,
    SupportHealthModule,
  ],
})
export class AdminModule {}
