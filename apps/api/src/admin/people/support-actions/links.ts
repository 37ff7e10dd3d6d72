import type { SupportActionAnswer } from '@lampstand/contracts/back-office';
import type { TrialEvent } from '@lampstand/workflows';
import { Inject } from '@nestjs/common';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { addressKey } from '../../../platform/mail/index.ts';
import type { TrialChange } from '../../../trials/index.ts';
import { accepts, SignupAction } from './sign-up-action.ts';
import { answerOf, type Press, SupportAction } from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

/** The chart mails the link at the transition. */
abstract class LinkMail extends SignupAction {
  @Inject(Limiter) private readonly limiter: Limiter;

  readonly shows = ['email'] as const;
  protected abstract readonly event: TrialEvent['type'];

  availableWhen({ trial }: ActionTarget): true | string {
    return accepts(trial, this.event);
  }

  protected mailOnce(id: number, press: Press): Promise<boolean> {
    const isDone = (change: TrialChange) => change.wasJustRecorded(this.event);
    return this.changeOnce(id, press, isDone, async (change) => {
      // The job counts the mail.
      await this.limiter.assertRemaining('supportMailsPerEmail', addressKey(change.entity.email));
      await this.limiter.consume('supportLinksPerTrial', String(id));
      await change.recordTransition(this.event);
    });
  }
}

@SupportAction('send-resume-link')
export class SendResumeLink extends LinkMail {
  protected readonly event = 'link.requested';

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.mailOnce(id, press);
    return answerOf(done, 'The resume link is on its way.', 'A resume link was sent less than a minute ago.');
  }
}

@SupportAction('send-payment-link')
export class SendPaymentLink extends LinkMail {
  protected readonly event = 'payment.linkRequested';

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.mailOnce(id, press);
    return answerOf(done, 'The payment link is on its way.', 'A payment link was sent less than a minute ago.');
  }
}
