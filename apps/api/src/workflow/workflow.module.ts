import { Module } from '@nestjs/common';
import { ChartMigrations } from './chart-migrations.ts';
import { Workflow } from './workflow.ts';

@Module({ providers: [ChartMigrations, Workflow], exports: [ChartMigrations, Workflow] })
export class WorkflowModule {}
