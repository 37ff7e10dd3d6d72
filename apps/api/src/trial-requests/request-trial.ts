import type { ApplicationBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Clock, Today } from '../platform/clock/clock.ts';
import { hasValues, keyReused, repeatKeyOf } from '../platform/idempotency-key.ts';
import { newRandomId } from '../platform/random-id.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { TrialRequest } from './trial-request.entity.ts';

/** The queue of the confirmation. */
export const REQUEST_RECEIVED = 'sendTrialRequestReceived';

interface RequestTrialInput {
  body: ApplicationBody;
  key: string | undefined;
}

/** Stores a trial request together with the job of its confirmation. A repeat returns the first request. */
@Injectable()
export class RequestTrial {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(TrialRequest) private readonly requests: Repository<TrialRequest>,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute({ body, key }: RequestTrialInput): Promise<{ id: number }> {
    const repeatKey = repeatKeyOf(key, body, this.today.day);
    const id = newRandomId();
    const request = { ...body, id, createdAt: this.clock.now(), repeatKey };
    await this.dataSource.transaction(async (tx) => {
      const insert = tx.createQueryBuilder().insert().into(TrialRequest).values(request);
      const { raw: stored } = await insert.orIgnore().returning('id').execute();
      if (stored.length) await this.jobs.enqueue(tx, REQUEST_RECEIVED, id);
    });
    const first = await this.requests.findOneByOrFail({ repeatKey });
    if (!hasValues(first, body)) throw keyReused();
    return { id: first.id };
  }
}

/** Deletes trial requests with their answers. */
export async function deleteTrialRequests(tx: EntityManager, ids: number[]): Promise<void> {
  if (ids.length) await tx.delete(TrialRequest, ids);
}
