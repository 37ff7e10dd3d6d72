export type { Change, Detail } from './change.ts';
export type { Flow, Subject } from './flow.ts';
export { NotPossible } from './not-possible.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.module.ts';
