export { BadSettings, loadSettings } from './load-settings.ts';
export { isProduction, leavesTheMachine } from './production-rules.ts';
export { withFiles } from './secret-files.ts';
export { Settings } from './settings.ts';
