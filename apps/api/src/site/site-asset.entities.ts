import { Column, Entity, PrimaryColumn } from 'typeorm';
import { INSTANT } from '../platform/database/columns.ts';

/** What a release offers browsers below /assets. Its id is a hash of their paths, in which are hashes of their contents. */
@Entity('site_releases')
export class SiteRelease {
  @PrimaryColumn('text') id: string;
  @Column('text', { array: true }) assets: string[];
  /** When a server of the release last started after one of another release. */
  @Column(INSTANT) startedAt: Date;
}

/** A file of at least one of the `site_releases`. */
@Entity('site_assets')
export class SiteAsset {
  /** `/assets/entry-Bx3dQ9.js` */
  @PrimaryColumn('text') path: string;
  @Column('text') contentType: string;
  @Column('bytea') body: Buffer;
  /** Null where compressing it saves nothing. */
  @Column('bytea', { nullable: true }) br: Buffer | null;
  @Column('bytea', { nullable: true }) gz: Buffer | null;
}
