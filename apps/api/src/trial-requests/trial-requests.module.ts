import { Module } from '@nestjs/common';
import { TrialRequestMails } from './effects/trial-request-mails.ts';
import { TrialRequestsController } from './trial-requests.controller.ts';
import { RequestTrial } from './use-cases/request-trial.ts';

@Module({ controllers: [TrialRequestsController], providers: [RequestTrial, TrialRequestMails] })
export class TrialRequestsModule {}
