import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewsletterLinks } from './newsletter-links.ts';
import { NewsletterMails } from './newsletter-mails.tsx';
import { NewsletterSubscription } from './newsletter-subscription.entity.ts';
import { NewsletterController } from './newsletter.controller.ts';
import { ConfirmSubscription, Subscribe, Unsubscribe } from './subscriptions.ts';

@Module({
  imports: [TypeOrmModule.forFeature([NewsletterSubscription])],
  controllers: [NewsletterController],
  providers: [Subscribe, ConfirmSubscription, Unsubscribe, NewsletterLinks, NewsletterMails],
  exports: [ConfirmSubscription, NewsletterLinks, Subscribe, Unsubscribe],
})
export class NewsletterModule {}
