import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Jobs } from '../jobs/jobs.ts';
import { Sweeper } from '../jobs/sweeper.ts';

/** Closes the pool last, after jobs and sweeps have come to rest. */
@Injectable()
export class DatabaseLife implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly sweeper: Sweeper,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    await this.jobs.stop();
    await this.dataSource.destroy();
  }
}
