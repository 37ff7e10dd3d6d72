import type { ExportRow } from '@lampstand/contracts/back-office';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../../platform/database/columns.ts';

/** An exported file, also a failed one. The file itself is not kept. */
@Entity('exports')
@Check('exports_outcome', `"outcome" IN ('running','complete','failed','cancelled')`)
@Check('exports_complete', `"outcome" <> 'complete' OR "rows" IS NOT NULL`)
export class Export {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...INSTANT }) at: Date;
  @Column('int') accountId: number;
  @Column('text') list: ExportRow['list'];
  @Column('jsonb') filter: Record<string, string>;
  @Column('text', { array: true }) columns: string[];
  @Column('text') outcome: ExportRow['outcome'];
  @Column('int', { nullable: true }) rows: number | null;
  /** What PostgreSQL showed the file. Null unless it is complete, and once its search is forgotten. */
  @Column('text', { nullable: true }) snapshot: string | null;
  /** The system identifier of the PostgreSQL cluster that the snapshot is of. */
  @Column('bigint', { nullable: true }) cluster: string | null;
}
