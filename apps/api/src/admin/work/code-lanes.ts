import type { CodeLanes } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Dials } from '../../platform/limits/dials.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import { type ActingStaff, Audit } from '../auth/index.ts';

const NETWORKS = 5;

/** The budgets of codes: how much is used, by which networks, and how much strangers get. */
@Injectable()
export class ManageCodeLanes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limiter: Limiter,
    private readonly dials: Dials,
    private readonly audit: Audit,
  ) {}

  async read(): Promise<CodeLanes> {
    const networks = await this.limiter.usedMost('unprovenCodesPer48', NETWORKS);
    return {
      unproven: await this.useOf('unprovenCodesOverall'),
      worked: await this.useOf('workedCodesOverall'),
      all: await this.useOf('codesOverall'),
      networks: networks.map(({ key, points }) => ({ network: key, codes: points })),
    };
  }

  /** Takes effect at once, on all servers. */
  async set({ id: accountId }: ActingStaff, unproven: number): Promise<void> {
    const detail = { from: await this.dials.unprovenCodes(), to: unproven };
    await this.dataSource.transaction(async (tx) => {
      await this.dials.setUnprovenCodes(tx, unproven);
      await this.audit.write({ accountId, action: 'code budget set', detail }, tx);
    });
  }

  private async useOf(name: LimitName): Promise<{ used: number; of: number }> {
    const of = await this.limiter.pointsOf(name);
    return { used: of - (await this.limiter.remaining(name, 'all')), of };
  }
}
