export { ChartMigrations } from './chart-migrations.ts';
export { type Flow, IllegalTransition, type JournalDetail, type LockedInstance } from './locked-instance.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.module.ts';
