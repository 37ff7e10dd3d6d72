import { Module } from '@nestjs/common';
import { WorkflowModule } from '../workflow/index.ts';
import { AmbassadorsController } from './ambassadors.controller.ts';
import { AmbassadorEffects } from './effects/ambassador-effects.ts';
import { AmbassadorMails } from './effects/ambassador-mails.ts';
import { SubmitApplication } from './use-cases/submit-application.ts';

@Module({
  imports: [WorkflowModule],
  controllers: [AmbassadorsController],
  providers: [SubmitApplication, AmbassadorMails, AmbassadorEffects],
})
export class AmbassadorsModule {}
