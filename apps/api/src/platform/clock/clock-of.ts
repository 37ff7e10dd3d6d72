import type { DataSource } from 'typeorm';
import { DatabaseClock } from './database-clock.ts';
import { SandboxClock } from './sandbox-clock.ts';

/** The clock of an installation: the database's, moved by what the sandbox of that address plays, if there is one. */
export const clockOf = (dataSource: DataSource, sandbox: string | undefined): DatabaseClock =>
  sandbox ? new SandboxClock(dataSource, sandbox) : new DatabaseClock(dataSource);
