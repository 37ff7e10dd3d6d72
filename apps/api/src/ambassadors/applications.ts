import type { ApplicationBody } from '@lampstand/contracts';
import { ambassadorApplication, type AmbassadorEvent } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Clock, Today } from '../platform/clock/clock.ts';
import { hasValues, keyReused, repeatKeyOf } from '../platform/idempotency-key.ts';
import { newRandomId } from '../platform/random-id.ts';
import { DuplicateRow, type Flow, Workflow } from '../workflow/index.ts';
import { AmbassadorApplication } from './ambassador-application.entity.ts';

export type AmbassadorEventName = AmbassadorEvent['type'];

/** The workflow of an application. */
export const ambassadorFlow: Flow<AmbassadorApplication, AmbassadorEventName> = {
  chart: ambassadorApplication,
  entity: AmbassadorApplication,
};

interface SubmitApplicationInput {
  body: ApplicationBody;
  key: string | undefined;
}

/** Stores an application; the chart queues the confirmation mail. A repeat returns the first application. */
@Injectable()
export class SubmitApplication {
  constructor(
    @InjectRepository(AmbassadorApplication) private readonly applications: Repository<AmbassadorApplication>,
    private readonly workflow: Workflow,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute({ body, key }: SubmitApplicationInput): Promise<{ id: number }> {
    const repeatKey = repeatKeyOf(key, body, this.today.day);
    const application = Object.assign(new AmbassadorApplication(), {
      ...body,
      id: newRandomId(),
      submittedAt: this.clock.now(),
      repeatKey,
    });
    try {
      return await this.workflow.create(ambassadorFlow, application, 'application.submitted');
    } catch (error) {
      if (!(error instanceof DuplicateRow)) throw error;
      const first = await this.applications.findOneByOrFail({ repeatKey });
      if (!hasValues(first, body)) throw keyReused();
      return { id: first.id };
    }
  }
}

type Kept = 'id' | 'state' | 'journalSeq' | 'submittedAt' | 'decidedAt' | 'decidedBy';

/** What an erasure writes into every other column. The type requires a new column here or among those that are kept. */
const erasedApplication = (id: number): Omit<AmbassadorApplication, Kept> => ({
  firstName: '',
  lastName: '',
  email: '',
  phone: '0000000000',
  position: '',
  churchName: '',
  churchCity: '',
  churchState: '',
  churchSize: '',
  yearsInMinistry: '',
  whyInterested: '',
  decisionWords: '',
  pendingDecision: null,
  pendingUntil: null,
  repeatKey: `erased:${id}`,
});

/** Blanks an application, after withdrawing an open one. States and dates stay. */
@Injectable()
export class EraseApplication {
  constructor(private readonly workflow: Workflow) {}

  /** `also` runs in the same transaction. */
  async execute(id: number, also: (tx: EntityManager, id: number) => Promise<unknown>): Promise<void> {
    await this.workflow.withLock(ambassadorFlow, id, async (change) => {
      if (change.can('application.withdrawn')) await change.recordTransition('application.withdrawn');
      await change.note('person erased');
      await also(change.tx, id);
      Object.assign(change.entity, erasedApplication(id));
    });
  }
}
