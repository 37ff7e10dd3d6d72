import pg from 'pg';
import { aKey, aTrial, readCsv } from '../builders/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import type { FileStaff } from './file-staff.ts';

export const ZONE = 'America/Chicago';
const EXPORT = '/api/admin/trial-signups/export';
const COLUMNS = ['Trial ID', 'Trial ID,Name', 'Trial ID,Name,Church'];

/** A scheduled file. `rows` is null until it is downloaded. */
interface Made {
  id: number;
  rows: number[] | null;
}

/** The view that two members of staff have saved: its rows, and the files that each row was in. */
export class FileView {
  private readonly source = `s${aKey()}`;
  private readonly committed = new Set<number>();
  private readonly erased = new Set<number>();
  private readonly open: { id: number; commit: () => Promise<void> }[] = [];
  private readonly filed: [number[], number[]] = [[], []];
  private readonly made: [Made[], Made[]] = [[], []];
  private readonly columns: [number, number] = [0, 0];
  private saved: [number, number] = [0, 0];

  private constructor(
    private readonly stack: Stack,
    private readonly staff: readonly [FileStaff, FileStaff],
    private readonly schedule: unknown,
  ) {}

  /** Of the first a file is made each Monday at 7:00, of the second each day. */
  static async scheduledBy(stack: Stack, staff: readonly [FileStaff, FileStaff], schedule: unknown): Promise<FileView> {
    const view = new FileView(stack, staff, schedule);
    view.saved = [await view.saves(0), await view.saves(1)];
    return view;
  }

  private saves(by: 0 | 1): Promise<number> {
    const query = { source: this.source, columns: COLUMNS[this.columns[by]]! };
    const body = {
      path: '/admin',
      query,
      name: this.source,
      shared: false,
      every: by === 0 ? 'week' : 'day',
      rows: 'new',
    };
    return this.staff[by].saves(this.saved[by] ? `admin/views/${this.saved[by]}` : 'admin/views', body);
  }

  async choosesOtherColumns(by: 0 | 1): Promise<void> {
    this.columns[by] = (this.columns[by] + 1) % COLUMNS.length;
    await this.saves(by);
  }

  /** The clocks of servers may jump, and a transaction may last: neither says which file the row belongs to. */
  async signsUp({ open, createdHours }: { open: boolean; createdHours: number }): Promise<void> {
    const { now } = await this.stack.sandbox.call('clock');
    const created = new Date(Date.parse(now) + createdHours * 3600_000).toISOString();
    const client = new pg.Client({ connectionString: this.stack.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
    const { id } = await aTrial(
      { ...this.stack, query },
      { state: 'success', pastor: { howHeardAbout: this.source }, columns: { created_at: created } },
    );
    const commit = async () => {
      await client.query('COMMIT');
      await client.end();
      this.committed.add(id);
    };
    if (open) this.open.push({ id, commit });
    else await commit();
  }

  async commitsOldest(): Promise<void> {
    await this.open.shift()?.commit();
  }

  async erases(index: number): Promise<void> {
    const id = [...this.committed][index % Math.max(1, this.committed.size)];
    if (!id) return;
    await this.stack.query('UPDATE trial_signups SET erased_at = now() WHERE id = $1', [id]);
    this.erased.add(id);
  }

  /** The rows since the last file of the view, once the file counts as complete. */
  async takesFile(by: 0 | 1): Promise<void> {
    const view = `source=${this.source}&columns=${COLUMNS[this.columns[by]]}`;
    const { text } = await this.staff[by].get(`${EXPORT}?bom=0&unfiled=1&${view}`);
    await eventually(async () => !(await this.staff[by].get(`${EXPORT}/last?${view}`)).body.running);
    this.filed[by].push(...idsIn(text));
  }

  /** Takes note of the files that were made, and checks that each was due and the next one is. */
  async findsScheduledFiles(): Promise<number> {
    let found = 0;
    for (const by of [0, 1] as const) {
      const rows = await this.stack.query(
        `SELECT id::int FROM exports WHERE account_id = $1 AND outcome = 'scheduled' AND filter->>'source' = $2 AND id > $3 ORDER BY id`,
        [this.staff[by].id, this.source, this.made[by].at(-1)?.id ?? 0],
      );
      this.made[by].push(...rows.map(({ id }) => ({ id, rows: null })));
      found += rows.length;
      const [{ next }] = await this.stack.query('SELECT next_file_at AS next FROM saved_views WHERE id = $1', [
        this.saved[by],
      ]);
      const [{ now }] = [await this.stack.sandbox.call('clock')];
      const days = (next.getTime() - Date.parse(now)) / 86_400_000;
      const isRight = by === 0 ? /^Monday,? (at )?7:00 AM$/ : /7:00 AM$/;
      if (!isRight.test(localTime(next)) || days <= 0 || days > (by === 0 ? 7.1 : 1.1))
        throw new Error(`The next file is due at ${next.toISOString()}, ${localTime(next)}; now is ${now}`);
    }
    return found;
  }

  /** Downloads a scheduled file: the oldest that was not downloaded. */
  async downloads(by: 0 | 1, file = this.made[by].find(({ rows }) => rows === null)): Promise<void> {
    if (!file) return;
    const { text } = await this.staff[by].get(`/api/admin/files/${file.id}/download`);
    await eventually(async () => {
      const [row] = await this.stack.query(
        `SELECT outcome FROM exports WHERE filter->>'file' = $1 ORDER BY id DESC LIMIT 1`,
        [String(file.id)],
      );
      return row?.outcome === 'complete';
    });
    file.rows = idsIn(text.replace(/^\uFEFF/, ''));
    this.filed[by].push(...file.rows);
  }

  /** How many scheduled files ended without a download. */
  unreadFiles(): number {
    return this.made.flat().filter(({ rows }) => rows === null).length;
  }

  /** Takes a last file on demand and the files that can still be downloaded; then each row is in exactly one. */
  async endsWithEachRowOnce(): Promise<void> {
    while (this.open.length) await this.commitsOldest();
    for (const by of [0, 1] as const) {
      for (const file of this.made[by].filter(({ rows }) => rows === null)) {
        const { body } = await this.staff[by].get(`/api/admin/files/${file.id}`);
        if (!body.ended) await this.downloads(by, file);
      }
      await this.takesFile(by);
      const filed = this.filed[by];
      const twice = filed.filter((id, index) => filed.indexOf(id) !== index);
      const lost = [...this.committed].filter((id) => !this.erased.has(id) && !filed.includes(id));
      if (twice.length || lost.length)
        throw new Error(`In two files: ${String(twice)}; in none: ${String(lost)}; ${JSON.stringify(this.schedule)}`);
    }
  }
}

const idsIn = (text: string): number[] =>
  readCsv(text)
    .slice(1)
    .map(([id = '']) => Number(id.slice(1)));

const localTime = (at: Date): string =>
  at.toLocaleString('en-US', { timeZone: ZONE, weekday: 'long', hour: 'numeric', minute: '2-digit' });
