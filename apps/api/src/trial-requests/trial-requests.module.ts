import { Module } from '@nestjs/common';
import { RequestTrial } from './request-trial.ts';
import { TrialRequestMails } from './trial-request-mails.tsx';
import { TrialRequestsController } from './trial-requests.controller.ts';

@Module({ controllers: [TrialRequestsController], providers: [RequestTrial, TrialRequestMails] })
export class TrialRequestsModule {}
