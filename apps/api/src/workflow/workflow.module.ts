import { Module } from '@nestjs/common';
import { Workflow } from './workflow.ts';

@Module({ providers: [Workflow], exports: [Workflow] })
export class WorkflowModule {}
