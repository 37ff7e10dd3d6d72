/** What somebody does on the first two pages of the sign-up, and on another device. */
import { aPhone, cookiesOf } from '../builders/index.ts';
import type { Act } from './acts.ts';
import type { Person } from './person.ts';
import type { Told, World } from './world.ts';

const signsUp: Act = async (person, world) => {
  const { visitor, beliefs, key } = person;
  const ids = new Set<number>();
  const told = await world.asks(person, 'signs up', async () => {
    const answer = await visitor.calls.post('trial-signup', visitor.details, { 'idempotency-key': key });
    if (answer.status === 201) ids.add(answer.body.id);
    return answer;
  });
  beliefs.signedUp.wrote(true, told.outcome);
  if (told.outcome !== 'ok') return;
  if (visitor.id) ids.add(visitor.id);
  if (ids.size > 1) world.objects(person, `has signed up as ${[...ids].join(' and ')} with one key`);
  visitor.id = told.body.id;
};

const asksForCode: Act = (person, world) => askForCode(person, world, person.beliefs.phone.possible.at(-1)!);

const changesPhone: Act = (person, world, choice) => {
  const other = world.people[choice % world.people.length]!;
  return askForCode(person, world, choice % 3 || other === person ? aPhone() : other.beliefs.phone.possible[0]!);
};

/** A refusal other than a 409 may come of the sending: the phone has been changed before. */
async function askForCode(person: Person, world: World, phone: string): Promise<void> {
  const { beliefs, visitor } = person;
  const own = beliefs.phone.isSurely(phone);
  const told = await world.asks(person, own ? 'asks for a code' : 'changes the phone', () =>
    visitor.call('verify-phone', { phone }),
  );
  beliefs.phone.wrote(phone, told.outcome === 'refused' && told.status !== 409 ? 'unknown' : told.outcome);
  person.awaitsCode = told.outcome === 'ok';
}

const asksAgain: Act = async (person, world) => {
  const told = await world.asks(person, 'asks for the code again', () => person.visitor.call('resend-verification'));
  if (told.outcome === 'ok') person.awaitsCode = true;
};

const typesRightCode: Act = async (person, world) => typeCode(person, world, (code) => code, 'types the code');

const typesWrongCode: Act = async (person, world) =>
  typeCode(person, world, (code) => String((Number(code) + 1) % 1_000_000).padStart(6, '0'), 'types a wrong code');

async function typeCode(person: Person, world: World, typed: (sent: string) => string, what: string): Promise<void> {
  const { beliefs, visitor } = person;
  const [sms] = await world.stack.sandbox.sms(beliefs.phone.possible.at(-1)!);
  const code = typed(sms?.code ?? '000000');
  const told = await world.asks(person, what, () => visitor.call('verify-code', { code }));
  if (code !== sms?.code && told.outcome === 'ok' && beliefs.proven.isSurely(false))
    world.objects(person, 'has proven the phone with a wrong code');
  beliefs.proven.wrote(true, told.outcome);
  if (told.body.userExists) beliefs.member = true;
  if (told.outcome === 'refused') person.awaitsCode = false;
}

/** A customer in doubt is found by its e-mail: corrected now, it would stay at the provider, without a card. */
const changesEmail: Act = async (person, world, choice) => {
  if (person.customerInDoubt) return;
  const other = world.people[choice % world.people.length]!;
  const email = choice % 3 || other === person ? person.newEmail() : other.beliefs.email.possible[0]!;
  const told = await world.asks(person, 'changes the e-mail', () => person.visitor.call('update-email', { email }));
  person.beliefs.email.wrote(email, told.outcome);
};

/** Opens the link of a mail: reads what is so, which must be what may be so. */
const resumes: Act = async (person, world) => {
  person.takesAnotherDevice();
  let cookie = '';
  const told = await world.asks(person, 'resumes on another device', async () => {
    const answer = await person.visitor.load(cookie ? { cookie } : {});
    cookie = cookiesOf(answer);
    return answer;
  });
  if (told.outcome === 'ok') compare(person, world, told);
};

function compare(person: Person, world: World, { body: { trialSignup } }: Told): void {
  const { beliefs } = person;
  const objection = beliefs.contradiction(trialSignup.step);
  if (objection) world.objects(person, objection);
  const read = { plan: trialSignup.selectedPlan, email: trialSignup.email, phone: trialSignup.phone };
  for (const what of ['plan', 'email', 'phone'] as const)
    if (read[what] !== undefined && !beliefs[what].read(read[what] as never))
      world.objects(person, `reads a ${what} that was never said, or was taken back: ${read[what]}`);
  if (!trialSignup.userExists && !beliefs.cancelled.mayBe(true) && !beliefs.proven.read(trialSignup.phoneVerified))
    world.objects(person, `reads that the phone is ${trialSignup.phoneVerified ? '' : 'not '}proven`);
  person.plan = trialSignup.selectedPlan;
  if (trialSignup.step === 'success') beliefs[trialSignup.userExists ? 'member' : 'opened'] = true;
}

export const SIGN_UP_ACTS = {
  'signs up': signsUp,
  'asks for a code': asksForCode,
  'asks for the code again': asksAgain,
  'types the right code': typesRightCode,
  'types a wrong code': typesWrongCode,
  'changes the phone': changesPhone,
  'changes the e-mail': changesEmail,
  'resumes on another device': resumes,
};
