import { escapeLiteral } from 'pg';

type Value = string | number | Date;

/**
 * A piece of SQL that keeps its values apart, to write them as parameters of a query or, for COPY, which takes none, as
 * quoted literals. Pieces nest.
 */
export class Sql {
  constructor(
    private readonly texts: readonly string[],
    private readonly values: readonly (Sql | Value)[],
  ) {}

  /** The text with $1, $2, … and the parameters. */
  get parameterized(): [text: string, values: Value[]] {
    const values: Value[] = [];
    const text = this.write((value) => `$${values.push(value)}`);
    return [text, values];
  }

  /** The text with quoted literals, for COPY. */
  get literal(): string {
    return this.write((value) =>
      typeof value === 'number' ? String(value) : escapeLiteral(value instanceof Date ? value.toISOString() : value),
    );
  }

  private write(place: (value: Value) => string): string {
    const pieces = this.values.map((value) => (value instanceof Sql ? value.write(place) : place(value)));
    return this.texts.map((text, index) => text + (pieces[index] ?? '')).join('');
  }
}

export const sql = (texts: TemplateStringsArray, ...values: (Sql | Value)[]): Sql => new Sql(texts, values);

/** Trusted SQL; never user input. */
export const raw = (text: string): Sql => new Sql([text], []);

export const joined = (pieces: readonly Sql[], separator: string): Sql =>
  new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);

/** All conditions joined by AND; an empty list is true. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length ? joined(conditions, ' AND ') : raw('true');

/** An id as a number: ids stay below 2^53, and pg reads a double precision value as a JavaScript number. */
export const numeric = (column = 'id'): Sql => raw(`${column}::float8`);

/** An instant as it travels: ISO 8601 in UTC. */
export const instant = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
