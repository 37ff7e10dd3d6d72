import { Module } from '@nestjs/common';
import { ExportsModule } from './exports/exports.module.ts';
import { ListsModule } from './lists/lists.module.ts';
import { SessionModule } from './session/session.module.ts';

/** The back office, part by part. */
@Module({ imports: [ExportsModule, ListsModule, SessionModule] })
export class AdminModule {}
