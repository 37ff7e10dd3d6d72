/** The server's own classes, run inside the test. They import the server's sources, so only flows may use them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { AmbassadorApplication } from '../../apps/api/src/ambassadors/ambassador-application.entity.ts';
import { Payment, Price, Subscription } from '../../apps/api/src/billing/billing.entities.ts';
import { Clock } from '../../apps/api/src/platform/clock/clock.ts';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import type { Jobs } from '../../apps/api/src/platform/jobs/jobs.ts';
import { SignedLinks } from '../../apps/api/src/platform/signed-links.ts';
import { ReleaseAssets } from '../../apps/api/src/site/release-assets.ts';
import { SiteAsset, SiteRelease } from '../../apps/api/src/site/site-asset.entities.ts';
import { TrialSignup } from '../../apps/api/src/trials/trial-signup.entity.ts';
import { Workflow } from '../../apps/api/src/workflow/index.ts';
import type { Stack } from '../support/index.ts';

const ENTITIES = [AmbassadorApplication, Payment, Price, Subscription, TrialSignup];

/** The workflow engine on the stack's database. It records jobs instead of queuing them. */
export async function anEngine(stack: Stack) {
  const dataSource: DataSource = await createDataSource(stack.databaseUrl, 4, ENTITIES).initialize();
  const enqueued: { effect: string; id: number }[] = [];
  const jobs = {
    enqueue: async (_tx: unknown, effect: string, id: number) => void enqueued.push({ effect, id }),
  } as unknown as Jobs;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const clock = new StoppedClock(new Date(now));
  return {
    workflow: new Workflow(dataSource, jobs, clock),
    dataSource,
    clock,
    /** The effects of the transitions of a subject, in order. */
    effectsOf: (id: number) => enqueued.filter((each) => each.id === id).map(({ effect }) => effect),
    close: () => dataSource.destroy(),
  };
}

class StoppedClock extends Clock {
  readonly offsetMs = 0;

  constructor(public at: Date) {
    super();
  }

  now(): Date {
    return this.at;
  }
}

/** Signs and reads link tokens as a server with this secret does. */
export const linksSignedWith = (secret: string): SignedLinks =>
  new SignedLinks(Object.assign(new Settings(), { LINK_SECRETS: secret }), new RealTime());

class RealTime extends Clock {
  readonly offsetMs = 0;
  now = () => new Date();
}

/** A server of a release with these files below /assets stores them, as it does when it starts. */
export async function startsRelease(stack: Stack, files: Record<string, Buffer | string>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lampstand-release-'));
  await mkdir(path.join(folder, 'assets'));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, 'assets', name), content);
  const dataSource = await createDataSource(stack.databaseUrl, 2, [SiteAsset, SiteRelease]).initialize();
  await new ReleaseAssets(dataSource).store(folder);
  await dataSource.destroy();
  await rm(folder, { recursive: true });
}
