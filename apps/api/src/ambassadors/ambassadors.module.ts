import { Module } from '@nestjs/common';
import { WorkflowModule } from '../workflow/index.ts';
import { AmbassadorsController } from './ambassadors.controller.ts';
import { AmbassadorEffects } from './effects/ambassador-effects.ts';
import { AmbassadorMails } from './effects/ambassador-mails.ts';
import { DecideApplication } from './use-cases/decide-application.ts';
import { EraseApplications } from './use-cases/erase-applications.ts';
import { SubmitApplication } from './use-cases/submit-application.ts';

@Module({
  imports: [WorkflowModule],
  controllers: [AmbassadorsController],
  providers: [SubmitApplication, DecideApplication, EraseApplications, AmbassadorMails, AmbassadorEffects],
  exports: [DecideApplication, EraseApplications],
})
export class AmbassadorsModule {}
