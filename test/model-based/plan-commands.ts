/** Commands of a member with a link to the plan, and of staff. */
import { TIER_IDS } from '@lampstand/contracts';
import type { SupportActionName } from '@lampstand/contracts/back-office';
import { anAgent, callsTo, readCsv } from '../builders/index.ts';
import { linksSignedWith } from '../builders/in-process.ts';
import type { Command } from './commands.ts';
import type { Outcome } from './model.ts';
import type { Actor } from './actors.ts';
import type { Reply, World } from './world.ts';

/** The link secret of the servers in these tests. */
export const LINK_SECRETS = 'secret-of-the-links-of-random-histories-01';
const FAR_DAYS = 20_000;
const links = linksSignedWith(LINK_SECRETS);

function manage(actor: Actor, world: World, what: string, call: string, body: object = {}): Promise<Reply> {
  const far = new Date(Date.now() + FAR_DAYS * 86_400_000);
  const token = links.sign('plan', `${actor.id}:${far.getTime()}`, far);
  return world.call(actor, what, () => callsTo(world.stack).post(`plan/${call}`, { token, ...body }));
}

const changesPlan: Command = async (actor, world, choice) => {
  const selectedPlan = TIER_IDS[choice % TIER_IDS.length]!;
  const reply = await manage(actor, world, `changes the plan to ${selectedPlan}`, 'change', { selectedPlan });
  if (reply.outcome === 'refused') return;
  actor.model.planRequested(selectedPlan, reply.outcome);
  if (reply.outcome === 'ok' && reply.body.plan !== selectedPlan)
    world.report(actor, `has changed to ${selectedPlan}, and reads ${reply.body.plan}`);
};

const ending =
  (call: 'cancel' | 'keep'): Command =>
  async (actor, world) => {
    const reply = await manage(actor, world, `${call}s the plan`, call);
    actor.model.ends.written(call === 'cancel', reply.outcome);
    if (reply.outcome === 'ok' && (reply.body.cancelAt !== null) !== (call === 'cancel'))
      world.report(actor, `${call}s the plan, and reads that it ends ${reply.body.cancelAt ?? 'never'}`);
  };

const supportCancels: Command = async (actor, world, choice) => {
  const what = choice % 2 ? 'cancel-signup' : 'cancel-subscription';
  const outcome = await bySupport(actor, world, `is helped by support: ${what}`, what);
  actor.model[choice % 2 ? 'cancelled' : 'ends'].written(true, outcome);
};

async function bySupport(actor: Actor, world: World, what: string, action: SupportActionName): Promise<Outcome> {
  const agent = await anAgent(world.stack).catch(() => undefined);
  if (!agent) return 'refused';
  return (await world.call(actor, what, () => agent.runs(actor.id, action, { confirm: 'CANCEL' }))).outcome;
}

/** The exported file has each earlier sign-up exactly once; superseded ones, which a shared phone makes, if asked for. */
const staffExports: Command = async (actor, world) => {
  const agent = await anAgent(world.stack, 'administrator').catch(() => undefined);
  if (!agent) return;
  const signedUp = world.actors.filter(
    ({ model }) => model.signedUp.mustBe(true) && (model.opened || !world.erasesUnfinished),
  );
  let file = '';
  const reply = await world.call(actor, 'is in a file of the staff', async () => {
    const answer = await agent.get(
      `/api/admin/trial-signups/export?bom=0&columns=Name&include=superseded&q=${actor.church}`,
    );
    file = answer.text;
    return answer;
  });
  if (reply.outcome !== 'ok') return;
  const names = readCsv(file).flat();
  for (const { name } of signedUp) {
    const times = names.filter((each) => each.startsWith(`${name} `)).length;
    if (times !== 1) world.report(actor, `is in a file of the staff that has ${name} ${times} times`);
  }
};

export const PLAN_COMMANDS = {
  'changes the plan': changesPlan,
  'cancels the plan': ending('cancel'),
  'keeps the plan': ending('keep'),
  'is cancelled by support': supportCancels,
  'is in a file of the staff': staffExports,
};
