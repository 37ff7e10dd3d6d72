import { Module } from '@nestjs/common';
import { AuthModule } from './auth/index.ts';
import { ListsModule } from './lists/index.ts';
import { PeopleModule } from './people/index.ts';
import { ReportsModule } from './reports/index.ts';
import { WorkModule } from './work/index.ts';

/** The back office. */
@Module({ imports: [AuthModule, ListsModule, ReportsModule, WorkModule, PeopleModule] })
export class AdminModule {}
