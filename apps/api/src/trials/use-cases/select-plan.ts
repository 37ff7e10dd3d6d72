import { meaningOf } from '@lampstand/workflows';
import type { TierId } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import type { TrialChange } from '../trial-flow.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

const CALL = 'update-selected-plan';

/** Stores the plan the pastor expects to need, as long as the account is not open. */
@Injectable()
export class SelectPlan {
  constructor(private readonly trials: SavedTrials) {}

  async execute(id: number, selectedPlan: TierId, address: string): Promise<{ success: true; selectedPlan: TierId }> {
    await this.trials.requireFor(CALL, id, address);
    await this.trials.change(id, async (change) => {
      // The account may have been opened since, with the plan before.
      if (meaningOf(CALL, change.entity.state) !== 'new') throw refusalFor(change.entity, CALL);
      await choosePlan(change, selectedPlan);
    });
    return { success: true, selectedPlan };
  }
}

/** The choice under the lock. Once the card is stored it is a note: the worker opens the account with the last one. */
export async function choosePlan(change: TrialChange, plan: TierId): Promise<void> {
  const { entity: subject } = change;
  if (subject.selectedPlan === plan || !['billingInformation', 'openingAccount'].includes(subject.state)) return;
  subject.selectedPlan = plan;
  if (change.can('plan.selected')) await change.recordTransition('plan.selected', { plan });
  else await change.note('plan selected', { plan });
}
