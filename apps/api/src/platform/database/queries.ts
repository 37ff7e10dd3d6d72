import type { EntityManager } from 'typeorm';

/** Rows of a statement that may also write. */
export async function queryRows<T>(tx: EntityManager, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const result = await tx.queryRunner!.query(sql, parameters, true);
  return (result.records ?? []) as T[];
}

/** PostgreSQL's unique_violation, with the constraint's name when asked for. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = (error as { driverError?: { code?: string; constraint?: string } }).driverError;
  return cause?.code === '23505' && (!constraint || cause.constraint === constraint);
}
