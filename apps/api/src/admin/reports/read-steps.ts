import { MAX_STEPS_OF, type SignupSteps, type TrialFilter } from '@lampstand/contracts/back-office';
import { sqlStates, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, sql } from '../../platform/database/sql.ts';
import { countedSignups } from '../lists/index.ts';

const median = (from: string, to: string) =>
  raw(
    `round(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY ${to} - ${from}) FILTER (WHERE ${to} >= ${from})))::int`,
  );
const OPENED = `state IN (${sqlStates(trialSignup, 'opened')})`;
const FLOW = raw(`'${trialSignup.id}'`);

/** How the newest of the filtered sign-ups went from step to step. */
@Injectable()
export class ReadSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute(filter: TrialFilter, masked: boolean): Promise<SignupSteps> {
    const { from, where } = countedSignups(filter, {
      zone: this.settings.ORG_TIME_ZONE,
      now: this.clock.now(),
      masked,
    });
    const [{ steps }] = await this.dataSource.query<[{ steps: SignupSteps }]>(
      ...sql`
        WITH chosen AS MATERIALIZED (
          SELECT id, state, created_at, phone_verified_at, card_saved_at,
                 CASE WHEN ${raw(OPENED)} THEN (SELECT opened_at FROM users WHERE trial_id = trial_signups.id) END AS opened_at
            FROM ${from} WHERE ${where} ORDER BY created_at DESC LIMIT ${MAX_STEPS_OF}::int),
        noted AS (
          SELECT chosen.id, phone_verified_at
            FROM chosen JOIN workflow_journal AS journal ON subject_id = chosen.id AND flow = ${FLOW}
           WHERE note = 'code sent' AND at >= (SELECT min(created_at) FROM chosen)),
        coded AS (
          SELECT id, count(*) AS sends, bool_or(phone_verified_at IS NOT NULL) AS entered
            FROM noted GROUP BY id)
        SELECT json_build_object(
          'of', (SELECT count(*) FROM chosen),
          'medianSeconds', (
            SELECT json_build_object('verified', ${median('created_at', 'phone_verified_at')},
                     'card', ${median('phone_verified_at', 'card_saved_at')}, 'account', ${median('card_saved_at', 'opened_at')})
              FROM chosen),
          'codes', (
            SELECT json_build_object('sent', count(*), 'entered', count(*) FILTER (WHERE entered),
                     'several', count(*) FILTER (WHERE sends > 1)) FROM coded)) AS steps`.parameterized,
    );
    return steps;
  }
}
