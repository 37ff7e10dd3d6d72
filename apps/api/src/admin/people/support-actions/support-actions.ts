import {
  ADMIN_ERRORS,
  may,
  type Right,
  type Role,
  SUPPORT_ACTION_NAMES,
  type SupportActionName,
  type SupportActionOffer,
} from '@lampstand/contracts/back-office';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { IncompleteServer } from '../../../platform/errors.ts';
import type { TrialSignup } from '../../../trials/index.ts';
import type { ActingStaff } from '../../auth/index.ts';
import type { OwnRecords } from '../person-records.ts';
import type { ErasureApproval } from '../privacy/erase-person.ts';
import type { AccountRow, SubscriptionRow } from '../inspector/related-records.ts';

/** What decides whether a support action is available, and what its dialog shows. */
export interface ActionTarget {
  trial: TrialSignup;
  subscription?: SubscriptionRow | undefined;
  account?: Pick<AccountRow, 'open' | 'newEmail' | 'newPhone' | 'emailClaimedAt'> | undefined;
  /** What an erasure includes, or may include, where it is shown. */
  records?: OwnRecords;
  /** The approval that an erasure needs, and the member of staff who reads the page. */
  approval?: { by: ErasureApproval; reader: ActingStaff };
}

interface Action {
  /** The reason, or undefined when the action is available. */
  whyUnavailable(target: ActionTarget): string | undefined;
  /** The tag of the facts that its dialog shows. */
  seen(target: ActionTarget): string;
}

/** The name of a support action, and who may run it. */
export const SUPPORT_ACTION = DiscoveryService.createDecorator<{ name: SupportActionName; right: Right }>();

/** Finds the class of each support action. No server starts when an action of the wire has none, or two. */
@Injectable()
export class SupportActions implements OnModuleInit {
  private readonly actions = new Map<SupportActionName, { action: Action; right: Right }>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getControllers({ metadataKey: SUPPORT_ACTION.KEY })) {
      const { name, right } = this.discovery.getMetadataByDecorator(SUPPORT_ACTION, wrapper)!;
      if (this.actions.has(name)) throw new IncompleteServer(`Two classes have @SupportAction('${name}').`);
      this.actions.set(name, { action: wrapper.instance, right });
    }
    const without = SUPPORT_ACTION_NAMES.filter((name) => !this.actions.has(name));
    if (without.length)
      throw new IncompleteServer(`No controller of a module has @SupportAction for: ${without.join(', ')}.`);
  }

  /** The tag of what the dialog of an action shows. */
  seenOf(name: SupportActionName, target: ActionTarget): string {
    return this.actions.get(name)!.action.seen(target);
  }

  /** Every action, with the reason if it is not available to the role, or with the tag of what its dialog shows. */
  offersFor(target: ActionTarget, role: Role): SupportActionOffer[] {
    return SUPPORT_ACTION_NAMES.map((name) => {
      const { action, right } = this.actions.get(name)!;
      const why = may(role, right) ? action.whyUnavailable(target) : ADMIN_ERRORS.administratorOnly;
      return why ? { name, possible: false, why } : { name, possible: true, seen: this.seenOf(name, target) };
    });
  }
}
