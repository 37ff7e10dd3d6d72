import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Workflow } from '../../workflow/index.ts';
import { ambassadorFlow, type AmbassadorEventName } from '../ambassador-flow.ts';

const DECISIONS: AmbassadorEventName[] = ['application.approved', 'application.declined'];

/** Moves an application on; a decision carries its instant. Undefined when there is no such application. */
@Injectable()
export class DecideApplication {
  constructor(private readonly workflow: Workflow) {}

  /** `also` shares the transaction. Throws NotPossible where the chart has no such move. */
  execute(
    id: number,
    event: AmbassadorEventName,
    also: (tx: EntityManager) => Promise<void>,
  ): Promise<true | undefined> {
    return this.workflow.withLock(ambassadorFlow, id, async (change) => {
      if (DECISIONS.includes(event)) change.entity.decidedAt = change.at;
      await change.recordTransition(event);
      await also(change.tx);
      return true as const;
    });
  }
}
