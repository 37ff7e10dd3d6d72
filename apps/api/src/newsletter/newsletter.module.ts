import { Module } from '@nestjs/common';
import { NewsletterMails } from './effects/newsletter-mails.ts';
import { NewsletterController } from './newsletter.controller.ts';
import { NewsletterLinks } from './newsletter-links.ts';
import { ConfirmSubscription } from './use-cases/confirm-subscription.ts';
import { Subscribe } from './use-cases/subscribe.ts';
import { Unsubscribe } from './use-cases/unsubscribe.ts';

@Module({
  controllers: [NewsletterController],
  providers: [Subscribe, ConfirmSubscription, Unsubscribe, NewsletterLinks, NewsletterMails],
  exports: [NewsletterLinks],
})
export class NewsletterModule {}
