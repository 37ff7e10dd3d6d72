import type { SignUpFieldName } from '@lampstand/contracts';
import { Column, Entity, type EntityManager, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/** The value of a field before it was corrected, which the journal must not hold. Deleted when the person is erased. */
@Entity('trial_corrections')
@Index('trial_corrections_trial', ['trialId'])
export class TrialCorrection {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column(ID) trialId: number;
  @Column('text') field: SignUpFieldName;
  @Column('text') previous: string;
  /** The instant of the journal row about the correction. */
  @Column(INSTANT) at: Date;
}

/** Keeps the current values of `fields`, in the transaction that corrects them. */
export async function keepPrevious<Field extends SignUpFieldName>(
  { tx, entity, at }: { tx: EntityManager; entity: { id: number } & Record<Field, string>; at: Date },
  fields: Field[],
): Promise<void> {
  const rows = fields.map((field) => ({ trialId: entity.id, field, previous: entity[field], at }));
  if (rows.length) await tx.insert(TrialCorrection, rows);
}
