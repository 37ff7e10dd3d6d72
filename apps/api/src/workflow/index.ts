export type { LockedInstance, JournalDetail } from './locked-instance.ts';
export type { Flow, WorkflowEntity } from './locked-instance.ts';
export { IllegalTransition } from './locked-instance.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.ts';
