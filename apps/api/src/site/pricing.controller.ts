import { dollars, ERRORS, FIELD_MESSAGES, planFor, TRIAL_DAYS } from '@lampstand/contracts';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter, formatLongDate } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { FormPages, type FormState } from './form-pages.ts';

const MOST_PEOPLE = 100_000;

/** Answers "How many take part in a normal month?" with a plan, its cost, and the dates of a sign-up today. */
@ApiExcludeController()
@Controller('pricing/answer')
export class PricingController {
  constructor(
    private readonly pages: FormPages,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Get()
  @RateLimit('callsPerAddress')
  answer(@Query('people') people: unknown, @Res() reply: FastifyReply): Promise<void> {
    return this.send(reply, '/pricing', people);
  }

  /** The same on a page to print. */
  @Get('treasurer')
  @RateLimit('callsPerAddress')
  sheet(@Query('people') people: unknown, @Res() reply: FastifyReply): Promise<void> {
    return this.send(reply, this.numberOf(people) ? '/pricing/treasurer' : '/pricing', people);
  }

  private send(reply: FastifyReply, page: string, typed: unknown): Promise<void> {
    const people = this.numberOf(typed);
    const values = { people: typeof typed === 'string' ? typed.slice(0, 20) : '' };
    if (!people)
      return this.pages.send(reply, 400, page, {
        values,
        error: { error: ERRORS.invalid, fields: { people: FIELD_MESSAGES.people } },
      });
    return this.pages.send(reply, 200, page, { values, ...this.stateFor(people) });
  }

  private numberOf(typed: unknown): number | undefined {
    const people = Number(typeof typed === 'string' && /^\s*\d{1,6}\s*$/.test(typed) ? typed : 0);
    return people >= 1 && people <= MOST_PEOPLE ? people : undefined;
  }

  private stateFor(people: number): Pick<FormState, 'texts' | 'shown'> {
    const plan = planFor(people);
    const now = this.clock.now();
    const day = (at: Date) => formatLongDate(at, this.settings.ORG_TIME_ZONE);
    const texts = {
      people: people.toLocaleString('en-US'),
      plan: plan.name,
      range: plan.range,
      price: dollars(plan.amountInCents),
      each: dollars(plan.amountInCents / people),
      year: dollars(plan.amountInCents * 12),
      today: day(now),
      'first-charge': day(daysAfter(now, TRIAL_DAYS)),
    };
    return { texts, shown: plan.maxActiveUsers === null ? ['contact'] : ['answer', plan.id] };
  }
}
