import { Module } from '@nestjs/common';
import { AmbassadorsModule } from '../../ambassadors/index.ts';
import { InspectorModule } from '../inspector/inspector.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { SessionModule } from '../session/session.module.ts';
import { ReviewController } from './review.controller.ts';
import { ReviewApplication } from './use-cases/review-application.ts';

/** The review of ambassador applications. */
@Module({
  imports: [AmbassadorsModule, InspectorModule, ListsModule, SessionModule],
  controllers: [ReviewController],
  providers: [ReviewApplication],
})
export class ReviewModule {}
