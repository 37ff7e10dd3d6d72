export { NewsletterLinks } from './newsletter-links.ts';
export { NewsletterModule } from './newsletter.module.ts';
export { NewsletterSubscription } from './newsletter-subscription.entity.ts';
export { ConfirmSubscription, eraseSubscriptions, Subscribe, Unsubscribe } from './subscriptions.ts';
