import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod/mini';
import { bodyOf } from '../platform/http/body-of.ts';
import { MailWebhook } from '../platform/http/route-decorators.ts';
import { currentRequest, enterContext } from '../platform/request-context.ts';
import { TakeReturnedMail } from './use-cases/take-returned-mail.ts';

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
const postmark = z.object({ Type: z.enum(['HardBounce', 'BadEmailAddress']), Email: z.string() });
/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-types */
const mailgun = z.object({
  'event-data': z.object({ event: z.literal('failed'), severity: z.literal('permanent'), recipient: z.string() }),
});
/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const sendgrid = z.object({ event: z.literal('bounce'), type: z.literal('bounce'), email: z.string() });

const bounce = z.union([
  z.pipe(
    postmark,
    z.transform(({ Email }) => Email),
  ),
  z.pipe(
    mailgun,
    z.transform((event) => event['event-data'].recipient),
  ),
  z.pipe(
    sendgrid,
    z.transform(({ email }) => email),
  ),
]);

/** What a mail service reports: one event, or several. Those that are not of a mailbox that refused an email for good are left out. */
const report = z.pipe(
  z.union([z.looseObject({}), z.array(z.unknown())]),
  z.transform((given) => ({
    addresses: [given].flat().flatMap((event) => bounce.safeParse(event).data ?? []),
  })),
);

class ReportBody extends bodyOf(report) {}

/** The webhook of the mail service, for emails that come back after it has accepted them. */
@ApiExcludeController()
@Controller('api/mail/webhook')
export class ReturnedMailController {
  constructor(private readonly takeReturnedMail: TakeReturnedMail) {}

  @Post()
  @HttpCode(200)
  @MailWebhook()
  async take(@Body() { addresses }: ReportBody): Promise<{ received: true }> {
    enterContext({ ...currentRequest(), actor: 'webhook' });
    for (const address of new Set(addresses)) await this.takeReturnedMail.execute(address);
    return { received: true };
  }
}
