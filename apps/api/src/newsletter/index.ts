export { NewsletterModule } from './newsletter.module.ts';
