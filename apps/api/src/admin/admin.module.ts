import { Module } from '@nestjs/common';
import { ListsModule } from './lists/lists.module.ts';
import { SessionModule } from './session/session.module.ts';

/** The back office, part by part. */
@Module({ imports: [SessionModule, ListsModule] })
export class AdminModule {}
