import type { SignUpFieldName } from '@lampstand/contracts';
import type { ProvenBy } from '@lampstand/contracts/back-office';
import { Column, Entity, type EntityManager, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';
import type { TrialSignup } from './trial-signup.entity.ts';

/** The value of a field before it was corrected, which the journal must not hold. Deleted when the person is erased. */
@Entity('trial_corrections')
@Index('trial_corrections_trial', ['trialId'])
// On an expression, created by its migration.
@Index('trial_corrections_proven', { synchronize: false })
export class TrialCorrection {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column(ID) trialId: number;
  @Column('text') field: SignUpFieldName;
  @Column('text') previous: string;
  /** The instant of the journal row about the correction. */
  @Column(INSTANT) at: Date;
  /** Of an email or phone that was proven at that time: since when and by what. */
  @Column({ ...INSTANT, nullable: true }) provenAt: Date | null;
  @Column('text', { nullable: true }) provenBy: ProvenBy | null;
}

type Proof = Pick<TrialCorrection, 'provenAt' | 'provenBy'>;

const proof = (provenAt: Date | null, provenBy: ProvenBy): Proof => ({ provenAt, provenBy: provenAt && provenBy });

/** Since when and by what the phone or email of a sign-up is proven. */
export function proofOf(signup: TrialSignup, field: 'phone' | 'email'): Proof {
  if (field === 'phone') return proof(signup.phoneVerifiedAt, 'code');
  if (signup.emailProvenAt) return proof(signup.emailProvenAt, 'link');
  return proof(signup.is('opened') ? signup.cardSavedAt : null, 'account');
}

/** Keeps the current values of `fields`, in the transaction that corrects them and before it does. */
export async function keepPrevious(
  { tx, entity, at }: { tx: EntityManager; entity: TrialSignup; at: Date },
  fields: SignUpFieldName[],
): Promise<void> {
  const rows = fields.map((field) => ({
    trialId: entity.id,
    field,
    previous: entity[field],
    at,
    ...((field === 'phone' || field === 'email') && proofOf(entity, field)),
  }));
  if (rows.length) await tx.insert(TrialCorrection, rows);
}
