export { BadSettings, loadSettings } from './load-settings.ts';
export { isProduction } from './production-rules.ts';
export { Settings } from './settings.ts';
