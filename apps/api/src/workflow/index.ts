export type { Change, Detail } from './locked-instance.ts';
export type { Flow, Subject } from './locked-instance.ts';
export { NotPossible } from './locked-instance.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.ts';
