export { NewsletterLinks } from './newsletter-links.ts';
export { NewsletterModule } from './newsletter.module.ts';
export { ConfirmSubscription, eraseSubscription, Subscribe, Unsubscribe } from './subscriptions.ts';
