/** The search of the back office over every kind of record. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  anAgent,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aTrial,
  manyTrials,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

let support: Agent;
let administrator: Agent;

beforeAll(async () => {
  [support, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
});

interface Found {
  kind: string;
  id: number;
  matched: string;
}
const found = async (agent: Agent, q: string): Promise<[string, number, string][]> =>
  (await agent.find(q)).body.map(({ kind, id, matched }: Found) => [kind, id, matched]);

describe('the search', () => {
  it('finds people of every kind, the records of a kind together', async () => {
    const person = { firstName: 'Tertius', lastName: 'Ampliatus', email: 'tertius.ampliatus@church.example' };
    const { id } = await aTrial(stack, { pastor: person });
    const application = await aStoredApplication(stack, { given: person });
    const requestId = id + 1;
    await aStoredRequest(stack, { id: requestId, ...person });
    await aStoredReader(stack, { id, email: person.email });
    const people = (matched: string) => [
      ['signup', id, matched],
      ['application', application.id, matched],
      ['request', requestId, matched],
    ];
    expect(await found(support, 'tertius ampl')).toEqual(people('name'));
    expect(await found(administrator, 'tertius.ampl')).toEqual([...people('email'), ['reader', id, 'email']]);
    expect(await found(support, 'tertius.ampl')).toEqual(people('similar name'));
    expect(await found(support, person.email)).toEqual([...people('email'), ['reader', id, 'email']]);
    const { body } = await support.find(person.email);
    expect(body.at(-1)).toMatchObject({ title: 't•••@church.example', state: 'confirmed' });
    expect(JSON.stringify(body)).not.toContain(person.email);
  });

  it('lists complete names first, then parts of fields, then the city, then similar names', async () => {
    const pastors = {
      whole: { firstName: 'Anna', lastName: 'Lee', churchName: 'Trophimus' },
      similar: { firstName: 'Anna', lastName: 'Trophimis', churchName: 'Hillside' },
      city: { firstName: 'Anna', lastName: 'Lee', churchName: 'Hillside', churchCity: 'Trophimus Falls' },
      church: { firstName: 'Anna', lastName: 'Lee', churchName: 'New Trophimus Chapel' },
      name: { firstName: 'Anna', lastName: 'Trophimus', churchName: 'Hillside' },
    };
    const ids: Record<string, number> = {};
    for (const [key, pastor] of Object.entries(pastors)) ids[key] = (await aTrial(stack, { pastor })).id;
    for (const agent of [administrator, support])
      expect(await found(agent, 'Trophimus')).toEqual([
        ['signup', ids['whole'], 'church'],
        ['signup', ids['name'], 'name'],
        ['signup', ids['church'], 'church'],
        ['signup', ids['city'], 'city'],
        ['signup', ids['similar'], 'similar name'],
      ]);
    expect((await found(support, 'anna trophimus f'))[0]).toEqual(['signup', ids['city'], 'name']);
    expect(await found(support, 'Trophimsu')).toContainEqual(['signup', ids['similar'], 'similar name']);
  });

  it('returns at most 20 records, of all kinds that match', async () => {
    const pastor = { firstName: 'Epaenetus', churchName: 'Hillside' };
    await manyTrials(stack, 22, { pastor });
    const { id } = await aStoredApplication(stack, { given: pastor });
    const all = await found(support, 'epaen');
    expect(all).toHaveLength(20);
    expect(all.at(-1)).toEqual(['application', id, 'name']);
  });
});
