import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RequestTrial } from './request-trial.ts';
import { NotifyStaff } from './notify-staff.tsx';
import { TrialRequestMails } from './trial-request-mails.tsx';
import { TrialRequest, TrialRequestAnswer } from './trial-request.entity.ts';
import { TrialRequestsController } from './trial-requests.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([TrialRequest, TrialRequestAnswer])],
  controllers: [TrialRequestsController],
  providers: [RequestTrial, NotifyStaff, TrialRequestMails],
  exports: [RequestTrial],
})
export class TrialRequestsModule {}
