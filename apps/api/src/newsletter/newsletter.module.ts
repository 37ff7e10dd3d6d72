import { Module } from '@nestjs/common';
import { NewsletterLinks } from './newsletter-links.ts';
import { NewsletterMails } from './newsletter-mails.tsx';
import { NewsletterController } from './newsletter.controller.ts';
import { ConfirmSubscription, Subscribe, Unsubscribe } from './subscriptions.ts';

@Module({
  controllers: [NewsletterController],
  providers: [Subscribe, ConfirmSubscription, Unsubscribe, NewsletterLinks, NewsletterMails],
  exports: [NewsletterLinks],
})
export class NewsletterModule {}
