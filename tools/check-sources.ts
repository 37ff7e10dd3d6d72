/** `npm run check`, line "sources": functions that are forbidden, keys, packages and their licenses, and what documents say of the code. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from './fingerprint.ts';
import { root } from './local/setup.ts';
import { filesNamed, longRunFiles, specFiles } from './specs.ts';

const read = (file: string) => readFile(path.join(root, file), 'utf8');

/** Functions that only the files in `allowed` use. */
const FORBIDDEN: { pattern: RegExp; in?: string; allowed?: string[] }[] = [
  { pattern: /\beval\(|new Function\(|node:vm|node:child_process/ },
  { pattern: /Math\.random/ },
  // The words of the product: docs/design-system.md, "Words".
  { pattern: /\be-mail/i },
  { pattern: /\b(some|no|every)body\b/i },
  { pattern: /['"](md5|sha1)['"]/i },
  { pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser/ },
  { pattern: /addEventListener\(\s*['"]message['"]|\.innerHTML|insertAdjacentHTML/ },
  // Where a script of the build is written into a page.
  {
    pattern: /dangerouslySetInnerHTML/,
    allowed: 'root inline-script sheet-html'.split(' ').map((name) => `${name}.tsx`),
  },
  {
    pattern: /(?<!\.)\bfetch\(/,
    in: 'apps/api/',
    allowed: ['billing/effects/outbound-webhooks.ts', 'platform/clock/clock.ts', 'platform/error-tracker.ts'],
  },
  // No class registers itself: `@OnJob`, `@Every`, `@Measures` and `@SupportAction` are found. What stays finds them or starts something, once.
  {
    pattern: /on(ModuleInit|ApplicationBootstrap)/i,
    in: 'apps/api/',
    allowed: [
      'admin/auth/staff/admin-command.ts',
      'admin/auth/staff/staff-accounts.ts',
      'admin/people/support-actions/support-actions.ts',
      'admin/work/changes.ts',
      'billing/use-cases/provision-prices.ts',
      'doctor.ts',
      'installation/watch-installation.ts',
      'platform/clock/clock.ts',
      'platform/health/metrics.ts',
      'platform/jobs/handlers.ts',
    ],
  },
  {
    pattern: /Date\.now|new Date\(\)/,
    in: 'apps/api/',
    allowed: ['platform/health/health-check.ts', 'platform/clock/clock.ts'],
  },
];

const KEY = /\b[sr]k_live_\w{16,}|\bwhsec_[A-Za-z0-9+/]{24,}|\bAC[0-9a-f]{32}\b(?<!0001)|-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Its functions read and change jobs; its tables may change with each version. */
const QUEUE_TABLE = /\bpgboss\.\w/;

const LICENSES =
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Python-2.0 Unlicense Zlib CC0-1.0'.split(' ');
/** Also allowed where we only run it to build and test, or serve it unchanged: fonts, data, and libraries of image tools. */
const LICENSES_IN_DEVELOPMENT = [...LICENSES, 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later', 'CC-BY-4.0'];
/** Packages without the field, whose LICENSE file or README is that of MIT. */
const WITHOUT_FIELD = ['format', 'passport-local', 'passport-strategy', 'pause'];

/** Every problem, in one sentence each. */
export async function sourceProblems(): Promise<string[]> {
  return (await Promise.all([inSources(), inPackages(), inTimeouts(), inPaths(), inCommands()])).flat();
}

async function filesIn(folders: string[], pattern: RegExp) {
  const files = (await Promise.all(folders.map((folder) => filesBelow(path.join(root, folder))))).flat();
  return files
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => pattern.test(file) && !/(^|\/)(node_modules|build|\.react-router|\.css-modules)\//.test(file));
}

async function inSources() {
  const sources = (await filesIn(['apps', 'libs'], /\.(ts|tsx|mdx|mjs)$/)).filter(
    (file) => !/\.spec\.tsx?$/.test(file),
  );
  const ours = await filesIn(['apps', 'libs', 'test', 'tools'], /\.(ts|tsx|mjs|sql)$/);
  const texts = await filesIn(['apps', 'libs', 'tools', 'docker', 'docs'], /\.(ts|tsx|mjs|md|env|example|sql|yml)$/);
  const problems = [];
  for (const file of sources.filter((each) => !/^apps\/(sandbox|web\/tools)\//.test(each))) {
    const text = await read(file);
    for (const { pattern, in: part = '', allowed = [] } of FORBIDDEN)
      if (file.startsWith(part) && pattern.test(text) && !allowed.some((each) => file.endsWith(each)))
        problems.push(`${file} uses ${pattern.exec(text)?.[0]}`);
  }
  for (const file of ours)
    if (QUEUE_TABLE.test(await read(file))) problems.push(`${file} has a statement on the tables of pg-boss`);
  for (const file of texts) if (KEY.test(await read(file))) problems.push(`${file} has what looks like a key`);
  return problems;
}

interface Package {
  version: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
}

/** Exact versions, a hash of each package, and a license that permits its use. */
async function inPackages() {
  const { packages }: { packages: Record<string, Package> } = JSON.parse(await read('package-lock.json'));
  const problems = [];
  for (const [place, { link, version, integrity, license = '', dev }] of Object.entries(packages)) {
    if (link || !place.includes('node_modules/')) continue;
    const name = place.replace(/.*node_modules\//, '');
    if (!integrity?.startsWith('sha512-')) problems.push(`${name} ${version} has no hash in package-lock.json`);
    const allowed = dev ? LICENSES_IN_DEVELOPMENT : LICENSES;
    if (!WITHOUT_FIELD.includes(name) && !permits(license, allowed))
      problems.push(`${name} has the license "${license}"`);
  }
  for (const file of ['package.json', ...(await filesIn(['apps', 'libs'], /(^|\/)package\.json$/))]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(file));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@lampstand/') && !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
        problems.push(`${file}: ${name} ${version} is no exact version`);
  }
  return problems;
}

/** Parts that all apply, as in `MIT AND Zlib`; of `MIT OR CC0-1.0` one is enough. */
function permits(license: string, allowed: string[]) {
  const parts = license.replaceAll(/[()]/g, '').split(/ and /i);
  return parts.every((part) => part.split(' OR ').some((each) => allowed.includes(each)));
}

/** "Timeouts and limits" of docs/operations.md quotes the code. */
async function inTimeouts() {
  const [, section = ''] = (await read('docs/operations.md')).split('\n## Timeouts and limits\n');
  const problems = [];
  for (const item of (section.split(/^## /m)[0] ?? '').split(/^- /m).slice(1)) {
    const [file = ''] = /apps\/api\/src\/[\w/.-]+\.ts|docker\/Caddyfile/.exec(item) ?? [];
    const quotes = [
      ...item.matchAll(/`([A-Za-z_]+ ?[:=] (?:[\d_]+(?: \* (?:SECOND|1024))?|'\d+min')|read_\w+ \d+s)`/g),
    ];
    const code = file && (await read(file));
    if (!quotes.length) problems.push(`docs/operations.md quotes nothing in: ${item.slice(0, 60)}`);
    for (const [, quote = ''] of quotes)
      if (!code.includes(quote)) problems.push(`docs/operations.md: ${file} has no \`${quote}\``);
  }
  return problems;
}

const documents = async () => [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...(await filesIn(['docs', 'apps'], /\.md$/)),
];

/** Every file that a document names exists; each alert has its section in the operations document. */
async function inPaths() {
  const problems = [];
  for (const document of await documents()) {
    const named = (await read(document)).matchAll(
      /`((?:apps|libs|test|tools|docs|deploy|docker)\/[\w./-]+\.(?:tsx?|mjs|js|md|yml|json|sh|sql))`/g,
    );
    for (const [, file = ''] of named)
      if (!(await read(file).catch(() => ''))) problems.push(`${document} names ${file}, which does not exist`);
  }
  const [, sections = ''] = /\n## Alerts\n(.*?)\n## /s.exec(await read('docs/operations.md')) ?? [];
  const described = [...sections.matchAll(/^### (.*)$/gm)].map(([, title]) => title).join();
  const rules = await read('deploy/monitoring/alerts.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  if (described !== alerts.join()) problems.push('docs/operations.md, Alerts: its sections are not the alerts of deploy/monitoring/alerts.yml'); // oxfmt-ignore
  const runbooks = [...rules.matchAll(/runbook: docs\/operations\.md#(\w+)/g)].map(([, anchor]) => anchor).join();
  if (runbooks !== alerts.join().toLowerCase())
    problems.push('deploy/monitoring/alerts.yml: each runbook must name the section of its alert');
  return problems;
}

/** Every `npm run …` of a document is a script, and every word after `npm test --`, `npm run soak` and `npm run bench` names a file. */
async function inCommands() {
  const { scripts } = JSON.parse(await read('package.json'));
  const files: Record<string, string[]> = {
    test: await specFiles(),
    soak: await longRunFiles('soak'),
    bench: await longRunFiles('bench'),
  };
  const problems = [];
  for (const document of await documents())
    for (const [command, test, script = test ?? '', rest = ''] of (await read(document)).matchAll(
      /`npm (?:(test) --|run (?:-s )?([a-z-]+))([^`]*)`/g,
    )) {
      if (!scripts[script]) problems.push(`${document}: ${command} is no script`);
      // `<path>` and `[name]` stand for words, and what begins with a dash is an option.
      const words = rest
        .replaceAll(/<[^>]*>|\[[^\]]*\]|…/g, '')
        .split(/\s+/)
        .filter((word) => /^[^-]/.test(word));
      try {
        if (files[script]) filesNamed(words, files[script]);
      } catch (error) {
        problems.push(`${document}: ${command}: ${(error as Error).message}`);
      }
    }
  return problems;
}
