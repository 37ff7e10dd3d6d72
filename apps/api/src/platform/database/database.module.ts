import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Settings } from '../config/index.ts';
import { dataSourceOptions, openDatabase } from './data-source.ts';
import { migrateAtStart } from './migrate.ts';

/**
 * The data source with the entities of all `TypeOrmModule.forFeature`, opened and migrated before a provider gets it.
 * The application fails to start with UnusableDatabase.
 */
export const databaseModule = (settings: Settings): DynamicModule =>
  TypeOrmModule.forRootAsync({
    useFactory: () => ({
      ...dataSourceOptions(settings.DATABASE_URL, settings.DATABASE_POOL, settings.DATABASE_WAIT_SECONDS),
      autoLoadEntities: true,
      toRetry: () => false,
    }),
    dataSourceFactory: async (options) => {
      const dataSource = await openDatabase('DATABASE_URL', new DataSource(options!));
      await migrateAtStart(dataSource, settings.MIGRATION_DATABASE_URL);
      // The owner's address is not needed after the migration.
      settings.MIGRATION_DATABASE_URL = undefined;
      return dataSource;
    },
  });
