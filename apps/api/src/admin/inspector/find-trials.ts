import type { FoundTrial } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { tokenize } from '../lists/search.ts';
import { type Sql, sql } from '../lists/sql.ts';
import { trialSignups } from '../lists/trial-signups.ts';

const MAX_RESULTS = 20;

/** The column that holds a Stripe id, by the id's prefix. */
const BY_STRIPE_ID: Record<string, (id: string) => Sql> = {
  cus: (id) => sql`stripe_customer_id = ${id}`,
  seti: (id) => sql`setup_intent_id = ${id}`,
  cs: (id) => sql`checkout_session_id = ${id}`,
  sub: (id) => sql`id = (SELECT subscriptions.id FROM subscriptions WHERE stripe_id = ${id})`,
};

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  church_name: string;
  state: string;
  created_at: Date;
}

/** Finds sign-ups by anything a caller can name, newest first: the search of the lists, and Stripe's ids. */
@Injectable()
export class FindTrials {
  constructor(private readonly dataSource: DataSource) {}

  async execute(text: string, masked: boolean): Promise<FoundTrial[]> {
    const typed = text.trim();
    if (!typed) return [];
    const [, kind = ''] = /^(cus|seti|cs|sub)_\w+$/.exec(typed) ?? [];
    const where = BY_STRIPE_ID[kind]?.(typed) ?? trialSignups({ q: typed }, '', masked).where;
    const found = await this.dataSource.query<Row[]>(
      ...sql`SELECT id, first_name, last_name, email, phone, church_name, state, created_at FROM trial_signups
              WHERE ${where} ORDER BY created_at DESC LIMIT ${MAX_RESULTS}`.parameterized,
    );
    return found.map((row) => ({
      id: Number(row.id),
      name: `${row.first_name} ${row.last_name}`.trim(),
      churchName: row.church_name,
      state: row.state,
      createdAt: row.created_at.toISOString(),
      matched: kind ? 'Stripe id' : matchedField(row, typed, masked),
    }));
  }
}

/** The field that matches the first word of the search; for a masked role, email and phone only match as a whole. */
function matchedField(row: Row, typed: string, masked: boolean): string {
  const [spellings = []] = tokenize(typed.toLowerCase());
  const has = (part: string) => spellings.some((word) => part.toLowerCase().includes(word));
  const is = (...parts: string[]) => parts.some((part) => spellings.includes(part.toLowerCase()));
  const parts: Record<string, boolean> = {
    name: has(`${row.first_name} ${row.last_name}`),
    church: has(row.church_name),
    email: masked ? is(row.email) : has(row.email),
    phone: masked ? is(row.phone, row.phone.slice(-4)) : has(row.phone),
    'trial id': has(row.id),
  };
  return Object.entries(parts).find(([, met]) => met)?.[0] ?? 'name';
}
