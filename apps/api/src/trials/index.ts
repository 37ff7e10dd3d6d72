export { TrialsModule } from './trials.module.ts';
