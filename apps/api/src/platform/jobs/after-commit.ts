import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';

type Callback = (name: string) => void;
type Event = { queryRunner: QueryRunner };

/**
 * Calls back once for each name that a transaction collected, after its commit. A rollback drops the names. Add it to
 * `dataSource.subscribers`.
 */
export class AfterCommit implements EntitySubscriberInterface {
  private readonly collected = new WeakMap<QueryRunner, Set<string>>();

  constructor(private readonly callback: Callback) {}

  collect({ queryRunner }: EntityManager, name: string): void {
    if (!queryRunner?.isTransactionActive) throw new Error(`${name}: outside a transaction`);
    const names = this.collected.get(queryRunner) ?? new Set();
    this.collected.set(queryRunner, names.add(name));
  }

  afterTransactionCommit({ queryRunner }: Event): void {
    for (const name of this.drop(queryRunner)) this.callback(name);
  }

  afterTransactionRollback({ queryRunner }: Event): void {
    this.drop(queryRunner);
  }

  /** Empty for a savepoint: its transaction is still open. */
  private drop(queryRunner: QueryRunner): Set<string> {
    const names = this.collected.get(queryRunner);
    if (!names || queryRunner.isTransactionActive) return new Set();
    this.collected.delete(queryRunner);
    return names;
  }
}
