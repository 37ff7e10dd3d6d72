import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Workflow } from '../../workflow/index.ts';
import { ambassadorFlow } from '../ambassador-flow.ts';
import { AmbassadorApplication } from '../domain/ambassador-application.entity.ts';

const NOBODY: Partial<AmbassadorApplication> = {
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
};

/** Blanks the applications of an e-mail; open ones are withdrawn first. States and dates stay. */
@Injectable()
export class EraseApplications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
  ) {}

  /** `also` shares the transaction of each: what others keep about the application. */
  async execute(email: string, also: (tx: EntityManager, id: number) => Promise<unknown>): Promise<void> {
    const own = await this.dataSource
      .getRepository(AmbassadorApplication)
      .createQueryBuilder('application')
      .where('lower(application.email) = lower(:email)', { email })
      .getMany();
    for (const { id } of own)
      await this.workflow.withLock(ambassadorFlow, id, async (change) => {
        if (change.can('application.withdrawn')) await change.recordTransition('application.withdrawn');
        await change.note('person erased');
        await also(change.tx, id);
        Object.assign(change.entity, { ...NOBODY, repeatKey: `erased:${id}` });
      });
  }
}
