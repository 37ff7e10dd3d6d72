import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** One code on its way to one phone for one sign-up: sent, maybe sent again, tried at most five times. */
@Entity('phone_verifications')
@Index('phone_verifications_subject', ['subjectId', 'startedAt'])
@Index('phone_verifications_provider', ['providerId'])
@Check('phone_verifications_tries', `"tries" BETWEEN 0 AND 5`)
export class PhoneVerification {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...ID, name: 'subject_id' }) subjectId: number;
  @Column('text') phone: string;
  @Column('text', { name: 'provider_id', nullable: true }) providerId: string | null;
  @Column('text') status: 'live' | 'approved' | 'dropped';
  @Column('int') sends: number;
  @Column('int') tries: number;
  /** The provider was asked about a code and its answer was lost. */
  @Column('boolean', { name: 'answer_lost' }) answerLost: boolean;
  @Column({ ...INSTANT, name: 'started_at' }) startedAt: Date;
  @Column({ ...INSTANT, name: 'resend_at' }) resendAt: Date;
  @Column({ ...INSTANT, name: 'expires_at' }) expiresAt: Date;
}
