import { escapeLiteral } from 'pg';

type Value = string | number | Date;

/**
 * A piece of SQL whose values stay apart until it is known how they travel: as parameters of a query or, in COPY, which
 * takes none, as quoted literals. Pieces nest.
 */
export class Sql {
  constructor(
    private readonly texts: readonly string[],
    private readonly values: readonly (Sql | Value)[],
  ) {}

  /** For a query: $1, $2, … and what they stand for. */
  get parameterized(): [text: string, values: Value[]] {
    const values: Value[] = [];
    const text = this.write((value) => `$${values.push(value)}`);
    return [text, values];
  }

  /** For COPY. */
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

/** SQL of our own making; never anything that somebody sent. */
export const raw = (text: string): Sql => new Sql([text], []);

export const joined = (pieces: readonly Sql[], separator: string): Sql =>
  new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);

/** All conditions together; none means everything. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length ? joined(conditions, ' AND ') : raw('true');
