export {
  type Flow,
  IllegalTransition,
  type JournalDetail,
  type LockedInstance,
  UnknownState,
} from './locked-instance.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.module.ts';
