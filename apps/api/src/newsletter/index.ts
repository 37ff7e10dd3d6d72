export { NewsletterLinks } from './newsletter-links.ts';
export { NewsletterModule } from './newsletter.module.ts';
export { eraseSubscription, Subscribe } from './subscriptions.ts';
