import {
  SUPPORT_ACTION_NAMES,
  type SupportActionName,
  type SupportActionOffer,
} from '@lampstand/contracts/back-office';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { IncompleteServer } from '../../../platform/errors.ts';
import type { TrialSignup } from '../../../trials/index.ts';
import type { AccountRow, SubscriptionRow } from '../inspector/related-records.ts';

/** What decides whether a support action is available. */
export interface ActionTarget {
  trial: Pick<TrialSignup, 'state' | 'is' | 'erasedAt' | 'erasureRequestedAt' | 'contactedAt' | 'supersededBy'>;
  subscription?: Pick<SubscriptionRow, 'state' | 'cancelAt'> | undefined;
  account?: Pick<AccountRow, 'open' | 'newEmail' | 'newPhone'> | undefined;
}

interface Action {
  /** The reason, or undefined when the action is available. */
  whyUnavailable(target: ActionTarget): string | undefined;
}

export const SUPPORT_ACTION = DiscoveryService.createDecorator<SupportActionName>();

/** Finds the class of each support action. No server starts when an action of the wire has none, or two. */
@Injectable()
export class SupportActions implements OnModuleInit {
  private readonly actions = new Map<SupportActionName, Action>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getControllers({ metadataKey: SUPPORT_ACTION.KEY })) {
      const name = this.discovery.getMetadataByDecorator(SUPPORT_ACTION, wrapper)!;
      if (this.actions.has(name)) throw new IncompleteServer(`Two classes have @SupportAction('${name}').`);
      this.actions.set(name, wrapper.instance);
    }
    const without = SUPPORT_ACTION_NAMES.filter((name) => !this.actions.has(name));
    if (without.length)
      throw new IncompleteServer(`No controller of a module has @SupportAction for: ${without.join(', ')}.`);
  }

  /** Every action, with the reason if it is not available. */
  offersFor(target: ActionTarget): SupportActionOffer[] {
    return SUPPORT_ACTION_NAMES.map((name) => {
      const why = this.actions.get(name)!.whyUnavailable(target);
      return why ? { name, possible: false, why } : { name, possible: true };
    });
  }
}
