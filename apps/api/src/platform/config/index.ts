export { InvalidSettings, loadSettings } from './load-settings.ts';
export { isProduction, isRemoteUrl } from './production-rules.ts';
export { withSecretFiles } from './load-settings.ts';
export { Settings } from './settings.ts';
