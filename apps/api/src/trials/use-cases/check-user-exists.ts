import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { accountExists } from '../../accounts/index.ts';
import { Limiter } from '../../platform/limits/limiter.ts';

/** Whether a phone has an account. Unfinished sign-ups do not count. */
@Injectable()
export class CheckUserExists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limiter: Limiter,
  ) {}

  async execute(phone: string, address: string): Promise<{ userExists: boolean }> {
    await this.limiter.consume('lookupsPerAddress', address);
    await this.limiter.consume('lookupsOverall', 'all');
    return { userExists: await accountExists(this.dataSource.manager, { phone }) };
  }
}
