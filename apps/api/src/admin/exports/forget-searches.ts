import type { EntityManager } from 'typeorm';

/** Shorter words are in too many names to tell of anybody. */
const SHORTEST_WORD = 3;

/** Takes out of the ledger what somebody searched for, where it could have been this person; `known` is all we know of them. */
export async function forgetSearches(tx: EntityManager, known: string[], phone: string): Promise<void> {
  await tx.query(
    `UPDATE exports SET filter = filter - 'q'
      WHERE regexp_replace(filter->>'q', '\\D', '', 'g') LIKE '%' || $2 || '%'
         OR EXISTS (SELECT FROM regexp_split_to_table(lower(filter->>'q'), '\\s+') AS typed, unnest($1::text[]) AS word
                     WHERE length(typed) >= ${SHORTEST_WORD} AND strpos(lower(word), typed) > 0)`,
    [known, phone],
  );
}
