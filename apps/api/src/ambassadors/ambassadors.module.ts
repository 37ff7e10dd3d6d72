import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkflowModule } from '../workflow/index.ts';
import { AmbassadorApplication } from './ambassador-application.entity.ts';
import { AmbassadorMails } from './ambassador-mails.tsx';
import { AmbassadorsController } from './ambassadors.controller.ts';
import { EraseApplication, SubmitApplication } from './applications.ts';
import { DecideApplication } from './decide-application.ts';

@Module({
  imports: [TypeOrmModule.forFeature([AmbassadorApplication]), WorkflowModule],
  controllers: [AmbassadorsController],
  providers: [SubmitApplication, DecideApplication, EraseApplication, AmbassadorMails],
  exports: [TypeOrmModule, SubmitApplication, DecideApplication, EraseApplication],
})
export class AmbassadorsModule {}
