export { NewsletterLinks } from './newsletter-links.ts';
export { NewsletterModule } from './newsletter.module.ts';
export { eraseSubscription, Subscribe, Unsubscribe } from './subscriptions.ts';
