import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 100;

interface Query<Row> {
  ids: Set<number>;
  rows: Promise<Map<number, Row>>;
}

/** Waits for rows to change: one query every 100 ms for all who wait in this process, however many they are. */
export class SharedPoll<Row extends { id: number }> {
  private next: Query<Row> | undefined;

  /** @param find finds those of the rows that there are */
  constructor(private readonly find: (ids: number[]) => Promise<Row[]>) {}

  /** The row as soon as `isOver` says so, else as it is after `ms`; undefined where there is none. Looks once at once. */
  async until(id: number, isOver: (row: Row | undefined) => boolean, ms: number): Promise<Row | undefined> {
    const end = performance.now() + ms;
    let [row] = await this.find([id]);
    while (!isOver(row) && performance.now() < end) row = await this.look(id);
    return row;
  }

  private async look(id: number): Promise<Row | undefined> {
    const { ids, rows } = (this.next ??= this.query());
    ids.add(id);
    return (await rows).get(id);
  }

  /** A query that is made when all have had time to ask for it. */
  private query(): Query<Row> {
    const ids = new Set<number>();
    const found = sleep(EVERY_MS).then(() => {
      this.next = undefined;
      return this.find([...ids]);
    });
    return { ids, rows: found.then((rows) => new Map(rows.map((row) => [row.id, row]))) };
  }
}
