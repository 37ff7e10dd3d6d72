import {
  type Answered,
  applicationBody,
  checkTrialSignup,
  confirmPhoneBody,
  newEmailAnswerBody,
  chosenPlan,
  ERRORS,
  INLINE,
  linkTokenBody,
  newsletterBody,
  phoneCodeBody,
  type PostedForm,
  type SiteServices,
  toTrialSignupBody,
  TRIAL_DAYS,
  trialIdBody,
  updateSelectedPlanBody,
  verifyCodeBody,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubmitApplication } from '../ambassadors/index.ts';
import { ReceiptsEmails } from '../billing/index.ts';
import { ConfirmSubscription, Subscribe, Unsubscribe } from '../newsletter/index.ts';
import { Clock, Today } from '../platform/clock/clock.ts';
import { daysAfter, formatLongDate } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { AppError } from '../platform/errors.ts';
import { responseOf } from '../platform/http/error.filter.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { repeatKeyOf } from '../platform/idempotency-key.ts';
import { Limiter } from '../platform/limits/limiter.ts';
import type { AddressLimit } from '../platform/limits/limits.ts';
import { causeOf, log } from '../platform/logging.ts';
import { RequestTrial } from '../trial-requests/index.ts';
import {
  browserKeyOf,
  ClaimMailbox,
  CreateCheckoutSession,
  CreateTrialSignup,
  LoadTrial,
  MemberContact,
  ProveBrowser,
  SelectPlan,
  SendTrialCode,
  setBrowserCookie,
  StopReminders,
  TrialSignups,
  VerifyCode,
} from '../trials/index.ts';

/** The calls of the pages, by the use cases of the API's calls. */
@Injectable()
export class PageServices {
  constructor(
    private readonly submitApplication: SubmitApplication,
    private readonly requestTrial: RequestTrial,
    private readonly subscribe: Subscribe,
    private readonly confirmSubscription: ConfirmSubscription,
    private readonly unsubscribe: Unsubscribe,
    private readonly stopReminders: StopReminders,
    private readonly memberContact: MemberContact,
    private readonly claimMailbox: ClaimMailbox,
    private readonly receiptsEmails: ReceiptsEmails,
    private readonly createTrialSignup: CreateTrialSignup,
    private readonly proveBrowser: ProveBrowser,
    private readonly sendTrialCode: SendTrialCode,
    private readonly verifyCode: VerifyCode,
    private readonly selectPlan: SelectPlan,
    private readonly checkout: CreateCheckoutSession,
    private readonly loadTrial: LoadTrial,
    private readonly trials: TrialSignups,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
    private readonly today: Today,
    private readonly settings: Settings,
  ) {}

  /** A page that is rendered for one visitor is one of the calls of its address, whatever it shows: a 429 when none is left. */
  admit(): Promise<void> {
    return this.limiter.consume('callsPerAddress');
  }

  /** The calls for one request. `reply` gets the cookies. */
  of(request: FastifyRequest, reply: FastifyReply): SiteServices {
    return {
      submitApplication: (form) =>
        this.answer(['applicationsPerAddress'], async () => {
          await this.submitApplication.execute({ body: await parseBody(applicationBody, form), key: undefined });
        }),
      requestTrial: (form) =>
        this.answer(['trialRequestsPerAddress'], async () => {
          await this.requestTrial.execute({ body: await parseBody(applicationBody, form), key: undefined });
        }),
      subscribe: (form) =>
        this.answer(['newsletterPerAddress'], async () => {
          const { email } = await parseBody(newsletterBody, form);
          await this.subscribe.execute(email);
        }),
      confirmSubscription: (form) =>
        this.answer([], async () => this.confirmSubscription.execute((await parseBody(linkTokenBody, form)).token)),
      unsubscribe: ({ token = '' }) => this.answer([], () => this.unsubscribe.execute(token)),
      stopReminders: ({ token = '' }) => this.answer([], () => this.stopReminders.execute(token)),
      confirmEmail: (form) =>
        this.answer([], async () => this.memberContact.confirmEmail((await parseBody(linkTokenBody, form)).token)),
      answerNewEmail: (form) =>
        this.answer([], async () => {
          const { token, answer } = await parseBody(newEmailAnswerBody, form);
          await this.memberContact.answerNewEmail(token, answer);
          return answer;
        }),
      confirmReceipts: ({ token = '' }) => this.answer([], () => this.receiptsEmails.confirm(token)),
      stopReceipts: ({ token = '' }) => this.answer([], () => this.receiptsEmails.stop(token)),
      claimMailbox: ({ token = '' }) => this.answer([], () => this.claimMailbox.execute(token)),
      sendPhoneCode: (form) =>
        this.answer([], async () => {
          const { token, channel } = await parseBody(phoneCodeBody, form);
          return this.memberContact.sendPhoneCode(token, channel);
        }),
      confirmPhone: (form) =>
        this.answer(['checksPerAddress'], async () => {
          const { token, code } = await parseBody(confirmPhoneBody, form);
          await this.memberContact.confirmPhone(token, code);
        }),
      startTrial: (form, plan) => this.answer(['signupsPerAddress'], () => this.startTrial(request, reply, form, plan)),
      trial: (id) =>
        this.answer([], async () => {
          const { data } = trialIdBody.safeParse({ trialId: id });
          if (!data) throw new AppError('notFound', ERRORS.trialNotFound);
          const { trialSignup } = await this.loadTrial.execute(data.trialId, browserKeyOf(request));
          return { ...trialSignup, ...data };
        }),
      verifyPhone: (form) =>
        this.answer(['checksPerAddress'], async () => {
          const { trialId, code } = await parseBody(verifyCodeBody, form);
          await this.prove(request, reply, trialId, form);
          const { userExists, browserKey } = await this.verifyCode.execute(trialId, code, null);
          if (browserKey) setBrowserCookie(request, reply, browserKey);
          if (userExists) throw new AppError('conflict', ERRORS.phoneTaken);
          const { selectedPlan } = await this.trials.require(trialId);
          return { trialId, selectedPlan };
        }),
      sendCode: (form) =>
        this.answer([], async () => {
          const { trialId } = await parseBody(trialIdBody, form);
          await this.prove(request, reply, trialId, form);
          return this.sendTrialCode.again(trialId);
        }),
      openCardPage: (form) =>
        this.answer(['cardsPerAddress'], async () => {
          const { trialId, selectedPlan } = await parseBody(updateSelectedPlanBody, form);
          await this.prove(request, reply, trialId, form);
          await this.selectPlan.execute(trialId, selectedPlan);
          const answer = await this.checkout.execute(trialId);
          return { url: 'url' in answer ? answer.url : `/trial?step=verification&trialId=${trialId}` };
        }),
      datesOfToday: () =>
        this.answer([], async () => {
          const now = this.clock.now();
          const day = (at: Date) => formatLongDate(at, this.settings.ORG_TIME_ZONE);
          return { today: day(now), firstCharge: day(daysAfter(now, TRIAL_DAYS)) };
        }),
    };
  }

  /** The form of a step that a mailed link opened carries its proof. One that no longer works stops no step. */
  private async prove(request: FastifyRequest, reply: FastifyReply, trialId: number, { proof }: PostedForm) {
    if (!proof) return;
    const known = this.proveBrowser.byLink(trialId, proof, browserKeyOf(request)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    const browserKey = await known;
    if (browserKey) setBrowserCookie(request, reply, browserKey);
  }

  private async startTrial(request: FastifyRequest, reply: FastifyReply, typed: PostedForm, plan: string | null) {
    const { form, problems } = checkTrialSignup(typed, this.today.day);
    if (problems) throw new AppError('invalid', ERRORS.invalid, { fields: problems });
    const body = { ...toTrialSignupBody(form), selectedPlan: chosenPlan(plan) };
    const repeat = { key: repeatKeyOf(undefined, body, this.today.day), fromKnown: true } as const;
    const given = { body, browserKey: browserKeyOf(request), repeat };
    const { id: trialId, browserKey } = await this.createTrialSignup.execute(given);
    setBrowserCookie(request, reply, browserKey);
    // The next page says whether a code is on its way, and offers another.
    await this.sendTrialCode.toPhone(trialId, body.phone).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    return { trialId };
  }

  /** Consumes the limits as `@RateLimit` does, and turns what is thrown into a refusal. */
  private async answer<Value>(limits: AddressLimit[], work: () => Promise<Value>): Promise<Answered<Value>> {
    try {
      for (const name of limits) await this.limiter.consume(name);
      return { value: await work() };
    } catch (thrown) {
      const { status, body } = responseOf(thrown);
      if (status >= 500) log.error(causeOf(thrown), 'request failed');
      const until = body.retryAt && INLINE.retryAt(this.timeOf(body.retryAt));
      return { refusal: { status, error: { ...body, error: [body.error, until].filter(Boolean).join(' ') } } };
    }
  }

  private timeOf(instant: string): string {
    const time = {
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: this.settings.ORG_TIME_ZONE,
    } as const;
    // oxlint-disable-next-line no-restricted-properties -- shown to a person
    return new Intl.DateTimeFormat('en-US', time).format(new Date(instant));
  }
}
