import { createHash } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';

/** The rows of any statement, also of INSERT, UPDATE or DELETE with RETURNING. */
export async function queryRows<T>(tx: EntityManager, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const result = await tx.queryRunner!.query(sql, parameters, true);
  return (result.records ?? []) as T[];
}

/**
 * `queryRows` by a prepared statement, which the connection parses once and soon no longer plans: for a statement of each
 * sign-up, webhook or job, with a fixed text and one good plan for all parameters. Throws QueryFailedError.
 */
export async function queryPrepared<T>(tx: EntityManager, sql: string, parameters: unknown[]): Promise<T[]> {
  const client = (await tx.queryRunner!.connect()) as PoolClient;
  try {
    return (await client.query(prepared(sql, parameters))).rows as T[];
  } catch (error) {
    throw new QueryFailedError(sql, parameters, error as Error);
  }
}

const names = new Map<string, string>();

/** A prepared statement, named by a hash of its text. Every text is kept: not for texts that are built from values. */
export function prepared(text: string, values: unknown[]): QueryConfig {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return { name, text, values };
}

/** Whether a query failed with unique_violation, optionally of one `constraint`. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = (error as { driverError?: { code?: string; constraint?: string } }).driverError;
  return cause?.code === '23505' && (!constraint || cause.constraint === constraint);
}
