export { BadSettings, loadSettings } from './load-settings.ts';
export { isProduction, leavesTheMachine } from './production-rules.ts';
export { withFiles } from './load-settings.ts';
export { Settings } from './settings.ts';
