/** What a member does with a link to the plan, and what the team does at its desk. */
import { TIER_IDS } from '@lampstand/contracts';
import { aDesk, callsTo, readCsv } from '../builders/index.ts';
import { linksSignedWith } from '../builders/links.ts';
import type { Act } from './acts.ts';
import type { Outcome } from './beliefs.ts';
import type { Person } from './person.ts';
import type { Told, World } from './world.ts';

/** What the servers of these tests sign links with. */
export const LINK_SECRETS = 'secret-of-the-links-of-random-histories-01';
const FAR_DAYS = 20_000;
const links = linksSignedWith(LINK_SECRETS);

function manage(person: Person, world: World, what: string, call: string, body: object = {}): Promise<Told> {
  const token = links.sign('plan', person.id, new Date(Date.now() + FAR_DAYS * 86_400_000));
  return world.asks(person, what, () => callsTo(world.stack).post(`plan/${call}`, { token, ...body }));
}

const changesPlan: Act = async (person, world, choice) => {
  const selectedPlan = TIER_IDS[choice % TIER_IDS.length]!;
  const told = await manage(person, world, `changes the plan to ${selectedPlan}`, 'change', { selectedPlan });
  if (told.outcome === 'refused') return;
  person.beliefs.asksForPlan(selectedPlan, told.outcome);
  if (told.outcome === 'ok' && told.body.plan !== selectedPlan)
    world.objects(person, `has changed to ${selectedPlan}, and reads ${told.body.plan}`);
};

const ending =
  (call: 'cancel' | 'keep'): Act =>
  async (person, world) => {
    const told = await manage(person, world, `${call}s the plan`, call);
    person.beliefs.ends.wrote(call === 'cancel', told.outcome);
    if (told.outcome === 'ok' && (told.body.cancelAt !== null) !== (call === 'cancel'))
      world.objects(person, `${call}s the plan, and reads that it ends ${told.body.cancelAt ?? 'never'}`);
  };

const supportCancels: Act = async (person, world, choice) => {
  const what = choice % 2 ? 'cancel-signup' : 'cancel-subscription';
  const outcome = await atTheDesk(person, world, `is helped by support: ${what}`, what);
  person.beliefs[choice % 2 ? 'cancelled' : 'ends'].wrote(true, outcome);
};

async function atTheDesk(person: Person, world: World, what: string, repair: string): Promise<Outcome> {
  const desk = await aDesk(world.stack).catch(() => undefined);
  if (!desk) return 'refused';
  return (await world.asks(person, what, () => desk.repairs(person.id, repair))).outcome;
}

/** The file holds everybody who had signed up before, each once. */
const staffExports: Act = async (person, world) => {
  const desk = await aDesk(world.stack, 'administrator').catch(() => undefined);
  if (!desk) return;
  const signedUp = world.people.filter(
    ({ beliefs }) => beliefs.signedUp.isSurely(true) && (beliefs.opened || !world.forgets),
  );
  let file = '';
  const told = await world.asks(person, 'is in a file of the staff', async () => {
    const answer = await desk.get(`/api/admin/trial-signups/export?bom=0&columns=Name&q=${person.church}`);
    file = answer.text;
    return answer;
  });
  if (told.outcome !== 'ok') return;
  const names = readCsv(file).flat();
  for (const { name } of signedUp) {
    const times = names.filter((each) => each.startsWith(`${name} `)).length;
    if (times !== 1) world.objects(person, `is in a file of the staff that has ${name} ${times} times`);
  }
};

export const PLAN_ACTS = {
  'changes the plan': changesPlan,
  'cancels the plan': ending('cancel'),
  'keeps the plan': ending('keep'),
  'is cancelled by support': supportCancels,
  'is in a file of the staff': staffExports,
};
