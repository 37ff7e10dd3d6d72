/** Commands on the first two pages of the sign-up, and on another device. */
import { maskEmail, maskPhone } from '@lampstand/contracts';
import { aPhone, cookieOf } from '../builders/index.ts';
import type { Command } from './commands.ts';
import type { Actor } from './actors.ts';
import type { Reply, World } from './world.ts';

const signsUp: Command = async (actor, world) => {
  const { visitor, model, key } = actor;
  const ids = new Set<number>();
  const reply = await world.call(actor, 'signs up', async () => {
    const answer = await visitor.calls.post('trial-signup', visitor.details, { 'idempotency-key': key });
    if (answer.status !== 201) return answer;
    ids.add(answer.body.id);
    visitor.cookie = cookieOf(answer);
    return answer;
  });
  model.signedUp.written(true, reply.outcome);
  if (reply.outcome !== 'ok') return;
  if (visitor.id) ids.add(visitor.id);
  if (ids.size > 1) world.report(actor, `has signed up as ${[...ids].join(' and ')} with one key`);
  visitor.id = reply.body.id;
};

const asksForCode: Command = (actor, world) => askForCode(actor, world, actor.model.phone.possible.at(-1)!);

const changesPhone: Command = (actor, world, choice) => {
  const other = world.actors[choice % world.actors.length]!;
  return askForCode(actor, world, choice % 3 || other === actor ? aPhone() : other.model.phone.possible[0]!);
};

/** A refusal other than 409 may come from sending the code, after the phone was changed. */
async function askForCode(actor: Actor, world: World, phone: string): Promise<void> {
  const { model, visitor } = actor;
  const own = model.phone.mustBe(phone);
  const reply = await world.call(actor, own ? 'asks for a code' : 'changes the phone', () =>
    visitor.call('verify-phone', { phone }),
  );
  model.phone.written(phone, reply.outcome === 'refused' && reply.status !== 409 ? 'unknown' : reply.outcome);
  actor.awaitsCode = reply.outcome === 'ok';
}

const asksAgain: Command = async (actor, world) => {
  const reply = await world.call(actor, 'asks for the code again', () => actor.visitor.call('resend-verification'));
  if (reply.outcome === 'ok') actor.awaitsCode = true;
};

const typesRightCode: Command = async (actor, world) => typeCode(actor, world, (code) => code, 'types the code');

const typesWrongCode: Command = async (actor, world) =>
  typeCode(actor, world, (code) => String((Number(code) + 1) % 1_000_000).padStart(6, '0'), 'types a wrong code');

async function typeCode(actor: Actor, world: World, typed: (sent: string) => string, what: string): Promise<void> {
  const { model, visitor } = actor;
  const [sms] = await world.stack.sandbox.sms(model.phone.possible.at(-1)!);
  const code = typed(sms?.code ?? '000000');
  const reply = await world.call(actor, what, () => visitor.call('verify-code', { code }));
  if (code !== sms?.code && reply.outcome === 'ok' && model.proven.mustBe(false))
    world.report(actor, 'has verified the phone with a wrong code');
  model.proven.written(true, reply.outcome);
  if (reply.body.userExists) model.member = true;
  if (reply.outcome === 'refused') actor.awaitsCode = false;
}

/** Skipped while the provider may have a customer we do not know: it is found by email, and would stay there. */
const changesEmail: Command = async (actor, world, choice) => {
  if (actor.customerInDoubt) return;
  const other = world.actors[choice % world.actors.length]!;
  const email = choice % 3 || other === actor ? actor.newEmail() : other.model.email.possible[0]!;
  const reply = await world.call(actor, 'changes the email', () => actor.visitor.call('update-email', { email }));
  actor.model.email.written(email, reply.outcome);
};

/** Opens the link of a mail on another device, and compares the answer with the model. */
const resumes: Command = async (actor, world) => {
  actor.takesAnotherDevice();
  const there = actor.visitor.elsewhere();
  const reply = await world.call(actor, 'resumes on another device', () => there.load());
  if (reply.outcome === 'ok') compare(actor, world, reply);
};

function compare(actor: Actor, world: World, { body: { trialSignup } }: Reply): void {
  const { model } = actor;
  const objection = model.contradiction(trialSignup.step);
  if (objection) world.report(actor, objection);
  if (!model.plan.observed(trialSignup.selectedPlan))
    world.report(actor, `reads a plan that was never sent, or was replaced: ${trialSignup.selectedPlan}`);
  for (const [what, mask] of [
    ['email', maskEmail],
    ['phone', maskPhone],
  ] as const)
    if (trialSignup[what] !== undefined && !model[what].possible.map(mask).includes(trialSignup[what]))
      world.report(actor, `reads a ${what} that was never sent, or was replaced: ${trialSignup[what]}`);
  if (!trialSignup.userExists && !model.cancelled.canBe(true) && !model.proven.observed(trialSignup.phoneVerified))
    world.report(actor, `reads that the phone is ${trialSignup.phoneVerified ? '' : 'not '}proven`);
  actor.plan = trialSignup.selectedPlan;
  if (trialSignup.step === 'success') model[trialSignup.userExists ? 'member' : 'opened'] = true;
}

export const SIGN_UP_COMMANDS = {
  'signs up': signsUp,
  'asks for a code': asksForCode,
  'asks for the code again': asksAgain,
  'types the right code': typesRightCode,
  'types a wrong code': typesWrongCode,
  'changes the phone': changesPhone,
  'changes the email': changesEmail,
  'resumes on another device': resumes,
};
