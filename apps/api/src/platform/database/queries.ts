import { createHash } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';

/** The rows of any statement, also of INSERT, UPDATE or DELETE with RETURNING. */
export async function queryRows<T>(tx: EntityManager, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const result = await tx.queryRunner!.query(sql, parameters, true);
  return (result.records ?? []) as T[];
}

/**
 * The rows of a prepared statement, which the connection parses once and soon no longer plans: for a statement of each sign-up,
 * webhook, job or call of staff, with a fixed text and one good plan for all parameters. In the transaction of `manager`, if it
 * has one. Throws QueryFailedError.
 */
export async function queryPrepared<T>(manager: EntityManager, sql: string, parameters: unknown[]): Promise<T[]> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    return (await client.query(prepared(sql, parameters))).rows as T[];
  } catch (error) {
    throw new QueryFailedError(sql, parameters, error as Error);
  } finally {
    if (!manager.queryRunner) await runner.release();
  }
}

const names = new Map<string, string>();

/** A prepared statement, named by a hash of its text. Every text is kept: not for texts that are built from values. */
function prepared(text: string, values: unknown[]): QueryConfig {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return { name, text, values };
}

/** Whether a query failed with unique_violation, optionally of one `constraint`. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = (error as { driverError?: { code?: string; constraint?: string } }).driverError;
  return cause?.code === '23505' && (!constraint || cause.constraint === constraint);
}
