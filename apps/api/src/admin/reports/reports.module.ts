import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.ts';
import { ListsModule } from '../lists/index.ts';
import { ReadBoard } from './read-board.ts';
import { ReadDeclines } from './read-declines.ts';
import { ReadFunnel } from './read-funnel.ts';
import { ReadRevenue } from './read-revenue.ts';
import { ReadSteps } from './read-steps.ts';
import { ReportsController } from './reports.controller.ts';

/** Counts of sign-ups, declines and revenue, and the board's numbers. */
@Module({
  imports: [AuthModule, ListsModule],
  controllers: [ReportsController],
  providers: [ReadBoard, ReadDeclines, ReadFunnel, ReadRevenue, ReadSteps],
})
export class ReportsModule {}
