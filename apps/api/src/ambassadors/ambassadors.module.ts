import { Module } from '@nestjs/common';
import { WorkflowModule } from '../workflow/index.ts';
import { AmbassadorEffects, AmbassadorMails } from './ambassador-mails.tsx';
import { AmbassadorsController } from './ambassadors.controller.ts';
import { DecideApplication, EraseApplications, SubmitApplication } from './applications.ts';

@Module({
  imports: [WorkflowModule],
  controllers: [AmbassadorsController],
  providers: [SubmitApplication, DecideApplication, EraseApplications, AmbassadorMails, AmbassadorEffects],
  exports: [DecideApplication, EraseApplications],
})
export class AmbassadorsModule {}
