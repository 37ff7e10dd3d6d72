import {
  ADMIN_ERRORS,
  type Right,
  SUPPORT_ACTIONS,
  type SupportActionAnswer,
  type SupportActionName,
} from '@lampstand/contracts/back-office';
import { Body, Controller, HttpCode, Inject, Param, Post, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type * as z from 'zod/mini';
import { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { ParseId } from '../../../platform/http/parse-id.ts';
import { type ActingStaff, Audit, FactChanged, IfMatch, RequirePermission, Staff } from '../../auth/index.ts';
import { InspectTrial } from '../inspector/inspect-trial.ts';
import { type RequireUnchanged, type ShownFactName, ShownFacts } from './shown-facts.ts';
import { forStaff } from './staff-refusals.ts';
import { type ActionTarget, SUPPORT_ACTION } from './support-actions.ts';

export type SupportActionBody<Name extends SupportActionName> = z.infer<(typeof SUPPORT_ACTIONS)[Name]>;

/** The class is the support action `name` and its route, POST /api/admin/trials/{id}/{name}, with the body of the wire. */
export const SupportAction =
  <Name extends SupportActionName>(name: Name, right: Right = 'support-actions') =>
  (type: Type<SupportActionController<SupportActionBody<Name>>>): void => {
    SUPPORT_ACTION({ name, right })(type);
    RequirePermission(right)(type);
    Controller(`api/admin/trials/:id/${name}`)(type);
    Body({ schema: SUPPORT_ACTIONS[name] })(type.prototype, 'act', 1);
  };

const reflector = new Reflector();

/** The press of an action's button. */
export interface Press {
  staff: ActingStaff;
  requireUnchanged: RequireUnchanged;
}

/** What all support actions share: the action is audited first, and a refusal is explained to support. */
@ApiTags('Back office')
export abstract class SupportActionController<Given = object> {
  @Inject(InspectTrial) private readonly inspect: InspectTrial;
  @Inject(Audit) private readonly audit: Audit;
  @Inject(ShownFacts) private readonly facts: ShownFacts;
  @Inject(Clock) protected readonly clock: Clock;

  /** What its dialog shows and what should not have changed at the press. */
  abstract readonly shows: readonly ShownFactName[];

  /** True, or the reason why the action is not available. Of an erased person none is. */
  abstract availableWhen(target: ActionTarget): true | string;

  /**
   * Does it, under lock and journaled. Repeated at once it changes nothing more; otherwise `requireUnchanged` comes before the
   * change. Throws an AppError when it is refused.
   */
  abstract run(id: number, body: Given, press: Press): Promise<SupportActionAnswer>;

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Runs a support action: 200 {success, message}, with `repeated` when it was done a moment before; 409 with the reason, also when If-Match is not the `seen` of now',
  })
  async act(
    @Param('id', new ParseId(ADMIN_ERRORS.noSuchTrial)) id: number,
    @Body() body: Given,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<SupportActionAnswer> {
    await this.inspect.require(id);
    const { name } = reflector.get<{ name: SupportActionName }>(SUPPORT_ACTION.KEY, this.constructor as Type);
    const act = { accountId: staff.id, subject: `trial:${id}` };
    await this.audit.write({ ...act, action: 'support action', detail: { action: name, ...this.audited(body) } });
    try {
      return await this.run(id, body, { staff, requireUnchanged: this.facts.unchangedSince(seen, this.shows, id) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.audit.write({
        ...act,
        action: 'support action refused',
        detail: { action: name, status: error.code },
      });
      throw await this.explain(id, error);
    }
  }

  /** What of the body the audit records: ids, counts and codes, never personal data. */
  protected audited(_: Given): Record<string, string | number> {
    return {};
  }

  whyUnavailable(target: ActionTarget): string | undefined {
    if (target.trial.erasedAt) return ADMIN_ERRORS.erased;
    const available = this.availableWhen(target);
    return available === true ? undefined : available;
  }

  seen(target: ActionTarget): string {
    return this.facts.tagOf(this.shows, target);
  }

  /** Replaces an error text for visitors by the reason that staff need. */
  private async explain(id: number, refusal: AppError): Promise<AppError> {
    if (refusal instanceof FactChanged) return refusal;
    const mayBeUnavailable = refusal.kind === 'conflict' || refusal.kind === 'notFound';
    const why = mayBeUnavailable && this.whyUnavailable(await this.inspect.targetOf(id));
    return why ? new AppError('conflict', why) : forStaff(refusal);
  }
}

/** The answer to an action that was done now, or a moment before. */
export const answerOf = (done: boolean, message: string, repeated: string): SupportActionAnswer =>
  done ? { success: true, message } : { success: true, message: repeated, repeated: true };
