export {
  type Flow,
  IllegalTransition,
  type JournalDetail,
  type LockedInstance,
  notesTotal,
  transitionsTotal,
  UnknownState,
} from './locked-instance.ts';
export { Workflow } from './workflow.ts';
export { WorkflowModule } from './workflow.module.ts';
