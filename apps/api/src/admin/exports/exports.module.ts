import { Module } from '@nestjs/common';
import { NewsletterModule } from '../../newsletter/index.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { SessionModule } from '../session/session.module.ts';
import { ExportsController } from './exports.controller.ts';
import { LedgerController } from './ledger.controller.ts';
import { Ledger } from './ledger.ts';
import { RunningExports } from './running.ts';
import { SendExport } from './send-export.ts';

/** Lists that leave the house as files, and the ledger that knows each of them. */
@Module({
  imports: [ListsModule, NewsletterModule, SessionModule],
  controllers: [ExportsController, LedgerController],
  providers: [Ledger, RunningExports, SendExport],
})
export class ExportsModule {}
