export { InvalidSettings, loadSettings, withSecretFiles } from './load-settings.ts';
export { isProduction, isRemoteUrl, samplesAmong } from './production-rules.ts';
export { Settings } from './settings.ts';
