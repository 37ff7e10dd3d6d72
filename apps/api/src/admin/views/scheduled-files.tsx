import { FILE_DAYS, may, type ScheduledFile, signupViewOf, VIEW_MESSAGES } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { Action, MailLayout, Paragraph, type Site, TransactionalMailer } from '../../platform/mail/index.ts';
import { Export, StaffAccount } from '../admin.entities.ts';
import type { CsvFile } from '../exports/csv-file.ts';
import { GIVE_BACK_UNREAD, locking, unfiledOf, viewOf, WITHOUT_NESTED_LOOPS } from '../exports/export-views.ts';
import { raw, sql } from '../lists/sql.ts';
import { ownFilter } from '../lists/signup-conditions.ts';
import { trialSignupsFile } from '../lists/trial-signups.ts';
import { Audit } from '../session/audit.ts';
import { ManageViews } from './manage-views.ts';
import { SavedViewRow } from './saved-view.entity.ts';

const FILE_MADE = 'sendScheduledFile';
/** The clocks of servers differ by seconds: none still hands out a file whose rows another one has given back. */
const CLOCK_MARGIN_MINUTES = 10;

/**
 * Makes the files of saved views when they are due. A file is the ids of its rows in `filed_rows`; what stands in it is read
 * when it is downloaded, so no copy of people is stored and an erased person is in no file.
 */
@Injectable()
export class ScheduledFiles implements OnApplicationBootstrap {
  private readonly rows = new SweepRows('scheduled files');

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(Export) private readonly exports: Repository<Export>,
    private readonly manageViews: ManageViews,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
    private readonly postbox: TransactionalMailer,
    private readonly sweeper: Sweeper,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(FILE_MADE, (job) => this.announce(job));
    this.sweeper.every('scheduled files', () => this.makeDue());
  }

  /** Throws 404 for an unknown file. */
  async find(id: number): Promise<ScheduledFile> {
    const { at, rows, columns } = await this.entryOf(id);
    const until = daysAfter(at, FILE_DAYS);
    return {
      id,
      at: at.toISOString(),
      rows: rows ?? 0,
      columns,
      until: until.toISOString(),
      ended: this.clock.now() > until,
    };
  }

  /** The rows of the file as a new export. Throws 404 for an unknown file, 410 after 30 days. */
  async download(id: number): Promise<CsvFile> {
    const { at, columns, viewId } = await this.entryOf(id);
    if (viewId === null || this.clock.now() > daysAfter(at, FILE_DAYS))
      throw new AppError('gone', VIEW_MESSAGES.fileEnded);
    // The log names the zone of an instant's column.
    const file = this.fileOf({ columns: columns.map((header) => header.replace(/ \(.*\)$/, '')).join(',') });
    if (!file) throw new AppError('gone', VIEW_MESSAGES.fileEnded);
    const filed = sql`SELECT row_id FROM filed_rows WHERE view_id = ${viewId} AND export_id = ${id}`;
    const where = sql`erased_at IS NULL AND id IN (${filed})`;
    return { ...file, filter: { file: String(id) }, source: { ...file.source, where } };
  }

  private async entryOf(id: number): Promise<Export> {
    const entry = await this.exports.findOneBy({ id, outcome: 'scheduled' });
    if (!entry) throw new AppError('notFound', VIEW_MESSAGES.noSuchFile);
    return entry;
  }

  private async makeDue(): Promise<void> {
    await this.dataSource.query(GIVE_BACK_UNREAD, [
      minutesAfter(daysAfter(this.clock.now(), -FILE_DAYS), -CLOCK_MARGIN_MINUTES),
    ]);
    const due = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM saved_views WHERE next_file_at <= $1 AND id <> ALL($2) ORDER BY next_file_at LIMIT 20',
      [this.clock.now(), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => id),
      (id) => this.dataSource.transaction('REPEATABLE READ', (tx) => this.make(tx, id)),
    );
  }

  /** One file, also after several missed days. Its rows, the log and the next date are of one transaction. */
  private async make(tx: EntityManager, id: number): Promise<void> {
    const view = await tx
      .createQueryBuilder(SavedViewRow, 'view')
      .where('id = :id AND next_file_at <= :now', { id, now: this.clock.now() })
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
    if (!view) return;
    const owner = await tx.findOneByOrFail(StaffAccount, { id: view.accountId });
    const file = this.fileOf(view.query, owner);
    if (owner.disabledAt || !may(owner.role, 'export') || !file) {
      await tx.update(SavedViewRow, { id }, { nextFileAt: null });
      return;
    }
    const viewId = await viewOf(tx, file, owner.id);
    const [{ locked }] = await tx.query<[{ locked: boolean }]>(locking(viewId, true, 'xact'));
    if (!locked) return;
    await tx.update(SavedViewRow, { id }, { nextFileAt: await this.manageViews.nextFileAt(tx, view.every) });
    const entry = {
      at: this.clock.now(),
      accountId: owner.id,
      list: file.list,
      viewId,
      outcome: 'scheduled' as const,
      filter: { ...file.filter, ...(view.rows === 'new' && { unfiled: '1' }) },
      columns: file.cells.map(({ header }) => header),
    };
    const { id: exportId } = await tx.save(tx.create(Export, entry));
    const rows = await fileRows(tx, view.rows === 'new' ? unfiledOf(file, viewId) : file, viewId, exportId);
    // Without new rows there is nothing to look at.
    if (rows === 0 && view.rows === 'new') {
      await tx.delete(Export, { id: exportId });
      return;
    }
    await tx.update(Export, { id: exportId }, { rows });
    const detail = { list: file.list, scheduled: true };
    await this.audit.write({ accountId: owner.id, action: 'exported', subject: `export:${exportId}`, detail }, tx);
    await this.jobs.enqueue(tx, FILE_MADE, exportId);
  }

  private async announce({ subjectId: id }: Job): Promise<void> {
    const entry = await this.entryOf(id);
    const owner = await this.dataSource.manager.findOneByOrFail(StaffAccount, { id: entry.accountId });
    if (owner.disabledAt || !may(owner.role, 'export')) return;
    const props = { site: this.settings, rows: entry.rows ?? 0, link: `${this.settings.SITE_URL}/admin/files/${id}` };
    await this.postbox.send('scheduled-file', [id], id, {
      to: owner.email,
      subject: `Your ${this.settings.PRODUCT_NAME} file is ready`,
      body: <FileMail {...props} />,
    });
  }

  /** Undefined for a view of an earlier version that is not valid any more. */
  private fileOf(query: Record<string, string>, owner = { email: '' }): CsvFile | undefined {
    const view = signupViewOf(query);
    const options = { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), today: this.today.day };
    return view && trialSignupsFile(ownFilter(view.filter, owner), view.columns, options);
  }
}

async function fileRows(tx: EntityManager, { source }: CsvFile, viewId: number, exportId: number): Promise<number> {
  await tx.query(`SET LOCAL statement_timeout = 0; ${WITHOUT_NESTED_LOOPS}`);
  const filing = sql`WITH filed AS (INSERT INTO filed_rows (view_id, row_id, export_id)
    SELECT ${viewId}::int, ${source.sort.id}, ${exportId}::bigint FROM ${source.from} WHERE ${source.where} RETURNING ${raw('true')})
    SELECT count(*)::int AS rows FROM filed`;
  const [{ rows }] = await tx.query<[{ rows: number }]>(...filing.parameterized);
  return rows;
}

const FileMail = ({ site, rows, link }: { site: Site; rows: number; link: string }) => (
  <MailLayout site={site} preview="Log in to download it." heading="Your file is ready">
    <Paragraph>
      The file of your saved view has {rows.toLocaleString('en-US')} {rows === 1 ? 'sign-up' : 'sign-ups'}.
    </Paragraph>
    <Action href={link}>Log in and download</Action>
    <Paragraph>
      The file can be downloaded for {FILE_DAYS} days. To stop these mails, open Views above the list of sign-ups and
      change your view.
    </Paragraph>
  </MailLayout>
);
