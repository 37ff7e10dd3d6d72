import { Column, Entity, PrimaryColumn } from 'typeorm';
import { INSTANT } from '../../../platform/database/columns.ts';

/** A browser that knew the database page's own password; good for GET /api/admin/auth and nothing else. */
@Entity('database_unlocks')
export class DatabaseUnlock {
  @PrimaryColumn('text', { name: 'token_hash' }) tokenHash: string;
  @Column({ ...INSTANT, name: 'expires_at' }) expiresAt: Date;
}
