import { type FoundKind, type FoundRecord, FOUND_KINDS, MAX_FOUND } from '@lampstand/contracts/back-office';
import { tokenize } from '../../lists/index.ts';
import { digitsOf, type PersonRow } from './people.ts';

/** A record with how well it matches: 0 a complete field, 1 to 2 a part of one, 3 a similar one. */
export interface Match {
  rank: number;
  record: FoundRecord;
}

export const COMPLETE = 0;
export const PARTIAL = 1;
export const SIMILAR = 3;

/** At most `MAX_FOUND` records. Equally good ones of all kinds take turns, so that no kind crowds out the others. */
export function best(matches: readonly Match[]): FoundRecord[] {
  const kinds = Object.keys(FOUND_KINDS) as FoundKind[];
  const chosen = kinds
    .flatMap((kind) =>
      withoutRepetitions(matches.filter(({ record }) => record.kind === kind))
        .toSorted((a, b) => a.rank - b.rank || b.record.at.localeCompare(a.record.at))
        .map((match, place) => ({ ...match, place })),
    )
    .toSorted((a, b) => Math.floor(a.rank) - Math.floor(b.rank) || a.place - b.place)
    .slice(0, MAX_FOUND);
  return [...new Set(chosen.map(({ record }) => record.kind))].flatMap((kind) =>
    chosen.flatMap(({ record }) => (record.kind === kind ? [record] : [])),
  );
}

/** The best match of each record. */
function withoutRepetitions(matches: readonly Match[]): Match[] {
  const byId = new Map<number | string, Match>();
  for (const match of matches) {
    const known = byId.get(match.record.id);
    if (!known || match.rank < known.rank) byId.set(match.record.id, match);
  }
  return [...byId.values()];
}

/** The field of a person that matches what was typed, and how well. For a masked role, email and phone only match as a whole. */
export function fieldMatch(row: PersonRow, typed: string, masked: boolean): { rank: number; matched: string } {
  const text = typed.toLowerCase();
  const digits = digitsOf(typed);
  const name = `${row.first_name} ${row.last_name}`.toLowerCase();
  const complete = nameOfTrue({
    phone: row.phone === digits || (digits?.length === 4 && row.phone.endsWith(digits)),
    'trial id': row.id === digits,
    email: row.email.toLowerCase() === text,
    name: name === text,
    church: row.church_name.toLowerCase() === text,
  });
  if (complete) return { rank: COMPLETE, matched: complete };

  const [spellings = []] = tokenize(text);
  const has = (part: string) => spellings.some((word) => part.toLowerCase().includes(word));
  const is = (...parts: string[]) => parts.some((part) => spellings.includes(part.toLowerCase()));
  const parts = {
    name: has(name),
    church: has(row.church_name),
    email: masked ? is(row.email) : has(row.email),
    phone: masked ? is(row.phone, row.phone.slice(-4)) : has(row.phone),
    'trial id': has(row.id),
    city: has(row.church_city),
  };
  const matched = nameOfTrue(parts) ?? 'name';
  return { rank: PARTIAL + Object.keys(parts).indexOf(matched) / 10, matched };
}

const nameOfTrue = (conditions: Record<string, boolean>): string | undefined =>
  Object.entries(conditions).find(([, isTrue]) => isTrue)?.[0];
