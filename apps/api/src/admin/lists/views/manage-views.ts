import { ERRORS } from '@lampstand/contracts';
import {
  isSignupView,
  may,
  type SavedView,
  VIEW_MESSAGES,
  type ViewBody,
  viewQueryOf,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ActingStaff, Audit } from '../../auth/index.ts';
import { SavedViewRow } from './saved-view.entity.ts';

const MAX_VIEWS = 50;

/** Saved views: everyone sees their own and the shared ones; the owner changes and deletes them, administrators delete shared ones. */
@Injectable()
export class ManageViews {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(SavedViewRow) private readonly views: Repository<SavedViewRow>,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(staff: ActingStaff): Promise<SavedView[]> {
    const rows = await this.views.find({
      where: [{ accountId: staff.id }, { shared: true }],
      relations: { account: true },
    });
    return rows
      .map(({ accountId, account, createdAt: _, ...view }) => ({
        ...view,
        by: account.name,
        mine: accountId === staff.id,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  }

  /** Saves a view, or replaces one's own of this id. Throws 400 with the field, 404, 409 for a taken name or the 51st view. */
  async save(staff: ActingStaff, body: ViewBody, id?: number): Promise<number> {
    const view = { ...body, query: viewQueryOf(body.query) };
    if (view.path === '/admin' && !isSignupView(view.query))
      throw new AppError('invalid', ERRORS.invalid, { fields: { query: VIEW_MESSAGES.query } });
    return this.dataSource.transaction(async (tx) => {
      const before = id === undefined ? null : await this.ownView(tx, staff, id);
      if (!before && (await tx.countBy(SavedViewRow, { accountId: staff.id })) >= MAX_VIEWS)
        throw new AppError('conflict', VIEW_MESSAGES.tooMany);
      await assertFree(tx, staff, view, id);
      const row = before ?? tx.create(SavedViewRow, { accountId: staff.id, createdAt: this.clock.now() });
      const saved = await tx.save(Object.assign(row, view));
      const detail = { shared: view.shared };
      await this.audit.write({ accountId: staff.id, action: 'view saved', subject: `view:${saved.id}`, detail }, tx);
      return saved.id;
    });
  }

  async delete(staff: ActingStaff, id: number): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const view = await tx.findOneBy(SavedViewRow, { id });
      const mayDelete = view?.accountId === staff.id || (view?.shared && may(staff.role, 'staff'));
      if (!mayDelete) throw new AppError('notFound', VIEW_MESSAGES.gone);
      await tx.delete(SavedViewRow, { id });
      await this.audit.write({ accountId: staff.id, action: 'view deleted', subject: `view:${id}` }, tx);
    });
  }

  private async ownView(tx: EntityManager, { id: accountId }: ActingStaff, id: number): Promise<SavedViewRow> {
    const view = await tx.findOne(SavedViewRow, { where: { id, accountId }, lock: { mode: 'pessimistic_write' } });
    if (!view) throw new AppError('notFound', VIEW_MESSAGES.gone);
    return view;
  }
}

async function assertFree(tx: EntityManager, { id: accountId }: ActingStaff, { path, name }: ViewBody, id = 0) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('saved views'), $1)`, [accountId]);
  const taken = await tx.query<unknown[]>(
    'SELECT FROM saved_views WHERE account_id = $1 AND path = $2 AND lower(name) = lower($3) AND id <> $4',
    [accountId, path, name, id],
  );
  if (taken.length) throw new AppError('conflict', VIEW_MESSAGES.taken, { fields: { name: VIEW_MESSAGES.taken } });
}
