import type { TrialSignupBody } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
import { type Answer, callsTo } from './calls.ts';
import { idOf, typeCard } from './cards.ts';
import { aPastor } from './pastor.ts';
import { storedTrial } from './trial.ts';

/** A pastor at the browser: makes the calls the pages make, in the words of the sign-up. */
export class Visitor {
  readonly details: TrialSignupBody;
  readonly calls;
  id = 0;
  phone: string;

  constructor(
    private readonly stack: Stack,
    given: Partial<TrialSignupBody> = {},
  ) {
    this.details = aPastor(given);
    this.phone = this.details.phone;
    this.calls = callsTo(stack);
  }

  call(name: string, body: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.calls.post(name, { trialId: this.id, ...body }, headers);
  }

  async signsUp(headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.calls.post('trial-signup', this.details, headers);
    this.id = answer.body?.id;
    return answer;
  }

  asksForCode(phone = this.phone): Promise<Answer> {
    this.phone = phone;
    return this.call('verify-phone', { phone });
  }

  async typesCode(code?: string): Promise<Answer> {
    return this.call('verify-code', { code: code ?? (await this.stack.sandbox.smsCode(this.phone)) });
  }

  async provesPhone(): Promise<this> {
    await this.signsUp();
    await this.asksForCode();
    const answer = await this.typesCode();
    if (answer.status !== 200) throw new Error(`The phone was not proven: ${answer.status} ${answer.text}`);
    return this;
  }

  /** Types a card into the form; answers with the setup intent's id. */
  async typesCard(number?: string): Promise<string> {
    const { body } = await this.call('trial-setup-intent');
    await typeCard(this.stack, body.clientSecret, number);
    return idOf(body.clientSecret);
  }

  async savesCard(): Promise<this> {
    const setupIntentId = await this.typesCard();
    const answer = await this.call('update-payment-verified', { setupIntentId });
    if (answer.status !== 200) throw new Error(`The card was not taken: ${answer.status} ${answer.text}`);
    return this;
  }

  opensAccount(selectedPlan = 'tier_1_19'): Promise<Answer> {
    return this.call('create-account', { selectedPlan });
  }

  /** From nothing to an open account. */
  async becomesMember(): Promise<this> {
    await this.provesPhone();
    await this.savesCard();
    const answer = await this.opensAccount();
    if (!answer.body?.success) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
    return this;
  }

  /** GET /api/trial-signup/{id} */
  load(headers: Record<string, string> = {}): Promise<Answer> {
    return this.calls.get(`/api/trial-signup/${this.id}`, headers);
  }

  stored(): Promise<Record<string, any>> {
    return storedTrial(this.stack, this.id);
  }
}

/** Someone who has not saved anything yet. */
export const aVisitor = (stack: Stack, given: Partial<TrialSignupBody> = {}): Visitor => new Visitor(stack, given);
