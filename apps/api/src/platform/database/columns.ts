import type { ColumnOptions } from 'typeorm';

/** bigint as a number: random ids are below 2^53, the others are small sequences. */
const asNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

export const ID = { type: 'bigint', transformer: asNumber } satisfies ColumnOptions;
/** The same for an array of them. */
export const IDS = {
  type: 'bigint',
  array: true,
  transformer: { to: (value: number[]) => value, from: (value: string[]) => value.map(Number) },
} satisfies ColumnOptions;
export const INSTANT = { type: 'timestamp with time zone' } satisfies ColumnOptions;
