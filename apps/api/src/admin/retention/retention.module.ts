import { Module } from '@nestjs/common';
import { InspectorModule } from '../inspector/inspector.module.ts';
import { Retention } from './retention.ts';

/** What is kept no longer than it is needed. */
@Module({ imports: [InspectorModule], providers: [Retention] })
export class RetentionModule {}
