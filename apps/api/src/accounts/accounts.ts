import { type EntityManager, In } from 'typeorm';
import { isUniqueViolation } from '../platform/database/queries.ts';
import { Church } from './domain/church.entity.ts';
import { User } from './domain/user.entity.ts';

/** What an account is opened with. */
export interface AccountDetails {
  trialId: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  position: string;
  gender: string;
  birthdate: string;
  churchName: string;
  ministryName: string;
  churchCity: string;
  churchState: string;
  churchSize: string;
  churchSoftware: string;
}

/** Whether an open account has this phone or this e-mail. Sign-ups that never finished block nobody. */
export async function accountExists(
  tx: EntityManager,
  { phone, email }: { phone?: string; email?: string },
): Promise<boolean> {
  const [found] = await tx.query<{ exists: boolean }[]>(
    `SELECT EXISTS (SELECT FROM users WHERE phone = $1 AND status <> 'opening')
         OR EXISTS (SELECT FROM users WHERE email_key = $2 AND status <> 'opening') AS exists`,
    [phone ?? null, email?.toLowerCase() ?? null],
  );
  return found?.exists ?? false;
}

/**
 * Takes the one place there is for a phone, an e-mail and a trial, before any money is touched. 'taken' when another
 * account or reservation holds it. May be repeated for the same trial.
 */
export async function reserveAccount(
  tx: EntityManager,
  details: AccountDetails,
  at: Date,
): Promise<'reserved' | 'taken'> {
  if (await tx.existsBy(User, { trialId: details.trialId })) return 'reserved';
  const church = await tx.save(
    tx.create(Church, {
      name: details.churchName,
      ministryName: details.ministryName,
      city: details.churchCity,
      state: details.churchState,
      size: details.churchSize,
      software: details.churchSoftware,
      createdAt: at,
    }),
  );
  const { identifiers } = await tx
    .createQueryBuilder()
    .insert()
    .into(User)
    .values({ ...userOf(details), churchId: church.id, status: 'opening', createdAt: at })
    .orIgnore()
    .execute();
  if (identifiers[0]) return 'reserved';
  await tx.delete(Church, { id: church.id });
  return 'taken';
}

/** The reservation becomes an account. */
export async function activateAccount(
  tx: EntityManager,
  trialId: number,
  stripeCustomerId: string,
  at: Date,
): Promise<void> {
  await tx.update(User, { trialId, status: 'opening' }, { status: 'active', stripeCustomerId, openedAt: at });
}

/** Gives a reservation back when nothing comes of it. */
export async function releaseReservation(tx: EntityManager, trialId: number): Promise<void> {
  const user = await tx.findOneBy(User, { trialId, status: 'opening' });
  if (!user) return;
  await tx.delete(User, { id: user.id });
  await tx.delete(Church, { id: user.churchId });
}

/** Corrects the e-mail of a reservation. 'taken' when an account has it. */
export async function correctReservedEmail(
  tx: EntityManager,
  trialId: number,
  email: string,
): Promise<'done' | 'taken'> {
  try {
    await tx.update(User, { trialId, status: 'opening' }, { email, emailKey: email.toLowerCase() });
    return 'done';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/**
 * Removes the person from an account, which is closed and only counts from then on; a reservation goes altogether.
 */
export async function eraseAccount(tx: EntityManager, trialId: number): Promise<void> {
  await releaseReservation(tx, trialId);
  const user = await tx.findOneBy(User, { trialId });
  if (!user) return;
  const nobody = `erased-${trialId}`;
  await tx.update(
    User,
    { id: user.id },
    {
      status: 'closed',
      firstName: '',
      lastName: '',
      email: nobody,
      emailKey: nobody,
      phone: nobody,
      position: '',
      gender: '',
      birthdate: '1900-01-01',
      stripeCustomerId: null,
    },
  );
  const nowhere = { name: '', ministryName: '', city: '', state: '', size: '', software: '' };
  await tx.update(Church, { id: user.churchId }, nowhere);
}

const userOf = ({ trialId, firstName, lastName, email, phone, position, gender, birthdate }: AccountDetails) => ({
  trialId,
  firstName,
  lastName,
  email,
  emailKey: email.toLowerCase(),
  phone,
  position,
  gender,
  birthdate,
});

/** Whom mails about an account go to. */
export interface AccountHolder {
  firstName: string;
  email: string;
}

/** Undefined for a sign-up without an account, and from the moment on that its person is to be erased. */
export async function holderOf(tx: EntityManager, trialId: number): Promise<AccountHolder | undefined> {
  const user = await tx.findOneBy(User, { trialId, status: In(['active', 'closed']) });
  const [erasing] = await tx.query('SELECT FROM trial_signups WHERE id = $1 AND erased_at IS NOT NULL', [trialId]);
  return user?.firstName && !erasing ? { firstName: user.firstName, email: user.email } : undefined;
}

/** The account with this e-mail, by its trial's id. */
export async function trialOfAccount(tx: EntityManager, email: string): Promise<number | undefined> {
  return (await tx.findOneBy(User, { emailKey: email.toLowerCase(), status: In(['active', 'closed']) }))?.trialId;
}

/** Closes an open account; one that is closed stays closed. */
export async function closeAccount(tx: EntityManager, trialId: number): Promise<void> {
  await tx.update(User, { trialId, status: 'active' }, { status: 'closed' });
}
