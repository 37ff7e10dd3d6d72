import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { INSTANT } from '../database/columns.ts';
import { Measures } from './measures.ts';

/** A finished backup. `deploy/backup.sh` writes it, as the owner of the tables. */
@Entity('backups')
export class Backup {
  @PrimaryColumn({ ...INSTANT, default: () => 'now()' }) takenAt: Date;
  @Column('bigint') bytes: string;
}

const lastBackup = new Gauge({
  name: 'lampstand_backup_timestamp_seconds',
  help: 'Unix time of the last backup by deploy/backup.sh; not a number before the first',
});

@Injectable()
export class Backups {
  constructor(private readonly dataSource: DataSource) {}

  @Measures(lastBackup)
  async last(): Promise<number | null> {
    const [last] = await this.dataSource.manager.find(Backup, { order: { takenAt: 'DESC' }, take: 1 });
    return last ? last.takenAt.getTime() / 1000 : null;
  }
}
