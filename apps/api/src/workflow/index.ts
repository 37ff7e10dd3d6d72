export { type Flow, IllegalTransition, type JournalDetail, type LockedInstance } from './locked-instance.ts';
export { Workflow, WorkflowModule } from './workflow.ts';
