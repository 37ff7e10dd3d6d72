import type { EntityManager } from 'typeorm';

/** The rows of any statement, also of INSERT, UPDATE or DELETE with RETURNING. */
export async function queryRows<T>(tx: EntityManager, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const result = await tx.queryRunner!.query(sql, parameters, true);
  return (result.records ?? []) as T[];
}

/** Whether a query failed with unique_violation, optionally of one `constraint`. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = (error as { driverError?: { code?: string; constraint?: string } }).driverError;
  return cause?.code === '23505' && (!constraint || cause.constraint === constraint);
}
