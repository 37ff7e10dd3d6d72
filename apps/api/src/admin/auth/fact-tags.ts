import { createHmac, hkdfSync } from 'node:crypto';
import type { AuditAction } from '@lampstand/contracts/back-office';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';

/** Facts that a page or a dialog shows, by name. Their values become JSON. */
export type Facts = Record<string, unknown>;

/**
 * Tags of facts, so that a command is refused when one that its dialog showed has changed since. Reading answers the tag as `seen`;
 * the command sends it back as `If-Match` (RFC 9110, 13.1.1), and is refused with a 409 (`FactChanged`). Without the header it is
 * not checked. Hashes are keyed, because the reader may see a fact masked, and bound to the subject.
 */
@Injectable()
export class FactTags {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  of(subject: string, facts: Facts): string {
    const [secret] = this.settings.sessionSecrets;
    return Object.entries(facts)
      .map(([name, value]) => `${name}:${hashOf(secret!, subject, name, value)}`)
      .join(' ');
  }

  /** The names of the facts that are not those of the tag. */
  changed<Name extends string>(tag: string | undefined, subject: string, facts: Record<Name, unknown>): Name[] {
    if (tag === undefined) return [];
    const seen = new Set(tag.split(' '));
    const isSame = (name: Name) =>
      this.settings.sessionSecrets.some((secret) => seen.has(`${name}:${hashOf(secret, subject, name, facts[name])}`));
    return (Object.keys(facts) as Name[]).filter((name) => !isSame(name));
  }

  /** Throws FactChanged when a fact of the record is not that of the tag. For under the lock of the record. */
  async requireUnchanged<Name extends string>(
    tx: EntityManager,
    tag: string | undefined,
    { subject, facts, changed, actions }: ShownRecord<Name>,
  ): Promise<void> {
    const [name] = this.changed(tag, subject, facts);
    if (!name) return;
    const [last] = await tx.query<FactChange[]>(
      `SELECT l.at, a.name AS by FROM audit_log l LEFT JOIN staff_accounts a ON a.id = l.account_id
        WHERE l.subject = $1 AND l.action = ANY ($2) ORDER BY l.id DESC LIMIT 1`,
      [subject, actions],
    );
    throw new FactChanged(changed[name], last, this.clock.now());
  }
}

/** What is shown of a record whose changes are in the audit. */
export interface ShownRecord<Name extends string = string> {
  /** In the audit, such as `request:123`. */
  subject: string;
  facts: Record<Name, unknown>;
  /** Begins the sentence "… by Maria Lopez 40 seconds ago." */
  changed: Record<Name, string>;
  /** The entries about a change. */
  actions: AuditAction[];
}

function hashOf(secret: string, subject: string, name: string, value: unknown): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lampstand shown facts', 32));
  const text = JSON.stringify([subject, name, value ?? null]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 16);
}

/** The tag of the request's If-Match header. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']?.replaceAll('"', ''),
);

/** Who changed a fact, and when. */
export interface FactChange {
  at: Date;
  /** The name of a member of staff, or a word such as "the visitor". */
  by?: string | null | undefined;
}

/** A fact that the dialog of a command showed has changed since. A 409 that names it: "The email was changed by …". */
export class FactChanged extends AppError {
  constructor(what: string, change: FactChange | undefined, now: Date) {
    const by = change?.by ? ` by ${change.by}` : '';
    const when = change ? ` ${agoText((now.getTime() - change.at.getTime()) / 1000)}` : ' a moment ago';
    super('conflict', `${what}${by}${when}. Nothing was done. Read again what is shown here before you go on.`);
  }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en');

/** "40 seconds ago", "2 days ago" */
function agoText(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return RELATIVE.format(-Math.max(1, Math.trunc(seconds / length)), unit);
}
