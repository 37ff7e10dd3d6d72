import type { Role } from '@lampstand/contracts/back-office';
import type { Stack } from '../support/index.ts';
import type { Answer } from './calls.ts';
import { signedIn } from './staff.ts';

/** A member of staff at the inspector: looks at sign-ups and presses its buttons. */
export async function aDesk(stack: Stack, role: Role = 'support') {
  const member = await signedIn(stack, role);
  return {
    ...member,
    find: (q: string): Promise<Answer> => member.get(`/api/admin/trials?q=${encodeURIComponent(q)}`),
    inspects: (id: number): Promise<Answer> => member.get(`/api/admin/trials/${id}`),
    reveals: (id: number): Promise<Answer> => member.post(`admin/trials/${id}/reveal`, {}),
    repairs: (id: number, name: string, body: object = {}): Promise<Answer> =>
      member.post(`admin/trials/${id}/${name}`, body),
    /** Asks for an erasure, and another member of staff approves it: the answer is that of the approval. */
    async erases(id: number): Promise<Answer> {
      await member.post(`admin/trials/${id}/erase`, { confirm: 'ERASE' });
      const another = await signedIn(stack, role);
      return another.post(`admin/trials/${id}/approve-erasure`, {});
    },
    writes: (id: number, text: string): Promise<Answer> => member.post(`admin/trials/${id}/notes`, { text }),
    /** What the audit keeps of this member about a subject, in order. */
    audited: async (subject: string): Promise<string[]> =>
      (
        await stack.query(
          `SELECT action || coalesce(' ' || (detail->>'repair'), ' ' || (detail->>'action'), '') AS entry
             FROM audit_log WHERE account_id = $1 AND subject = $2 ORDER BY id`,
          [member.id, subject],
        )
      ).map(({ entry }) => entry),
  };
}

export type Desk = Awaited<ReturnType<typeof aDesk>>;
