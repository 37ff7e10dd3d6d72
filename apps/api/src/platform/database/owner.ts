import type { DataSource } from 'typeorm';
import { openDatabase, UnfitDatabase } from './examine-server.ts';
import { migrate } from './migrate.ts';

/** A migration and the lock that only one of them holds. */
const CONNECTIONS = 2;

interface Place {
  role: string;
  database: string;
  startedAt: string;
}

/**
 * Migrates: as the role that serves, or, where `ownerUrl` is given, as the owner, whose connections are closed when this
 * is done. Throws UnfitDatabase when the role may not, or the two addresses do not belong together.
 */
export async function migrateAtStart(serving: DataSource, ownerUrl: string | undefined): Promise<void> {
  if (!ownerUrl) return migrate(serving).catch(refuseWithoutRights('DATABASE_URL'));
  await asOwner(serving, ownerUrl, (owner, role) =>
    migrate(owner, role).catch(refuseWithoutRights('MIGRATION_DATABASE_URL')),
  );
}

/** Opens the owner's address for `work`, which also gets the name of the role that serves. */
export async function asOwner<T>(
  serving: DataSource,
  ownerUrl: string,
  work: (owner: DataSource, servingRole: string) => Promise<T>,
): Promise<T> {
  const owner = await openDatabase('MIGRATION_DATABASE_URL', ownerUrl, CONNECTIONS);
  try {
    const [here, there] = await Promise.all([placeOf(serving), placeOf(owner)]);
    if (here.database !== there.database || here.startedAt !== there.startedAt)
      throw new UnfitDatabase('DATABASE_URL and MIGRATION_DATABASE_URL lead to two databases.');
    if (here.role === there.role)
      throw new UnfitDatabase('DATABASE_URL and MIGRATION_DATABASE_URL are of one role: give each its own.');
    return await work(owner, here.role);
  } finally {
    await owner.destroy();
  }
}

/** Two servers do not start in the same microsecond. */
async function placeOf(dataSource: DataSource): Promise<Place> {
  const [place] = await dataSource.query<[Place]>(
    `SELECT current_user AS role, current_database() AS database, extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`,
  );
  return place;
}

const refuseWithoutRights = (setting: string) => (error: Error & { code?: string }) => {
  const INSUFFICIENT_PRIVILEGE = '42501';
  if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const mend = 'let MIGRATION_DATABASE_URL name the owner of the database';
  throw new UnfitDatabase(`The role of ${setting} may not migrate (${error.message}): ${mend}.`, { cause: error });
};
