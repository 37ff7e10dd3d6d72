export { AmbassadorsModule } from './ambassadors.module.ts';
