export {
  DuplicateRow,
  type Flow,
  IllegalTransition,
  type JournalDetail,
  type LockedInstance,
  notesTotal,
  transitionsTotal,
  UnknownState,
  Workflow,
} from './workflow.ts';
export { WorkflowModule } from './workflow.module.ts';
