/** Builds of the server whose sign-up chart is newer than the released one. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ChartVersion, gapsOf } from '@lampstand/workflows';
import { releasedVersionsOf } from '@lampstand/workflows/history';
import { OWN_CHARTS, type Patch, patchedBuild } from './patched-build.ts';

const CHART = `${OWN_CHARTS}/dist/src/trial-signup.js`;
const HISTORY = `${OWN_CHARTS}/dist/history/index.js`;
const SUPPORT = 'trials/use-cases/support-actions.js';
const DIAGNOSIS = 'admin/inspector/diagnosis/diagnosis.js';
const STANDING = 'admin/inspector/diagnosis/standing.js';

/** The state's name in version 2 and in version 3. */
export const [ADDED, RENAMED] = ['parked', 'shelved'] as const;

/** "Mark as contacted" holds a sign-up that waits for its card in `state`, and mails its link; "send payment link" releases it. */
const held = (state: string, version: number): Patch[] => [
  { file: CHART, instead: /version: "\d+"/, put: `version: '${version}'` },
  {
    file: CHART,
    instead: /(?="payment\.linkRequested":)/,
    put: `'signup.parked': { target: '${state}', actions: 'sendResumeLink' }, `,
  },
  {
    file: CHART,
    instead: /^\t+openingAccount: \{/m,
    put: `${state}: {
      description: 'Support holds this sign-up.', tags: ['open', 'unfinished'],
      meta: { step: 'billing-information', screen: 'card', forgetAfterDays: 90, replays: ['verify-code'] },
      on: { 'signup.released': 'billingInformation', 'signup.cancelled': { target: 'cancelled', actions: 'cancelSetupIntent' } },
    },
    $&`,
  },
  { file: SUPPORT, instead: /change\.note\("contacted"\)/, put: `change.recordTransition('signup.parked')` },
  { file: SUPPORT, instead: /"payment\.linkRequested"/, put: `'signup.released'` },
  { file: DIAGNOSIS, instead: /(?=openingAccount: )/, put: `${state}: (facts) => cardFinding(facts), ` },
  { file: STANDING, instead: /(?=openingAccount: )/, put: `${state}: () => 'Held by support.', ` },
];

/** Version 2 has a state more than the released chart; version 3 has that state under another name. */
export async function chartBuilds() {
  const released = releasedVersionsOf('trial-signup');
  const added = await chartBuild(ADDED, released);
  const renamed = await chartBuild(RENAMED, [...released, added.version], { [ADDED]: RENAMED });
  return { added, renamed, versions: [...released, added.version, renamed.version] };
}

async function chartBuild(state: string, released: ChartVersion[], movedStates?: Record<string, string>) {
  const before = released.at(-1) as ChartVersion;
  const build = await patchedBuild(`chart-${state}`, held(state, before.version + 1), { ownCharts: true });
  const version = { ...(await chartOf(build.folder)), ...(movedStates && { movedStates }) };
  const gaps = gapsOf(before, version);
  if (gaps.length) throw new Error(gaps.join('\n'));
  await writeFile(path.join(build.folder, HISTORY), historyWith([...released, version]));
  return { ...build, version };
}

const run = promisify(execFile);

/** The sign-up chart of a build as data. */
async function chartOf(folder: string): Promise<ChartVersion> {
  const charts = path.join(folder, OWN_CHARTS, 'dist/src/index.js');
  const script = `const { trialSignup, versionOf } = await import(process.argv[1]); console.log(JSON.stringify(versionOf(trialSignup)))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, charts]);
  return JSON.parse(stdout);
}

const historyWith = (ofTrials: ChartVersion[]): string => {
  const others = ['ambassador-application', 'subscription-life'].flatMap(releasedVersionsOf);
  return `const RELEASED = ${JSON.stringify([...others, ...ofTrials])};
export const releasedVersionsOf = (chart) => RELEASED.filter((version) => version.chart === chart);`;
};
