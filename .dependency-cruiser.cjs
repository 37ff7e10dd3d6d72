const api = '^apps/api/src/';
const web = '^apps/web/app/';
const modules = '(accounts|admin|ambassadors|billing|newsletter|trial-requests|trials|verification)';
/** The modules of the back office. Each imports only those before it. */
const backOffice = ['auth', 'lists', 'reports', 'work', 'people'];
/** Entities, and rules that need no database. */
const pure = '[^.]*(\\.entity|\\.entities|-rules|us-numbers)\\.ts$';
/** What Nest runs around a handler, and the modules that provide it. */
const routing = '(\\.(controller|guard|interceptor|filter|module)|-decorators|-strategy|/bodies|/queries)\\.ts$';
const spec = '\\.spec\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Merge two files that need each other, or move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      comment: 'This import does not resolve: add the package to the workspace that uses it, or correct the path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(\\./\\+types/|virtual:)' },
    },
    {
      name: 'libs-import-no-app',
      comment: 'Libraries must not import apps. Move the code into the library, or pass it as an argument.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'workflows-are-xstate-only',
      comment: 'The charts are pure; side effects belong to the app that runs them.',
      severity: 'error',
      from: { path: '^libs/workflows/', pathNot: spec },
      to: { pathNot: ['^libs/workflows/', '^node_modules/xstate/'] },
    },
    {
      name: 'contracts-are-zod-only',
      comment:
        'Contracts describe what crosses the wire, with zod and libs/workflows only. Behavior belongs to an app.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: spec },
      to: { pathNot: ['^libs/(contracts|workflows)/', '^node_modules/zod/'] },
    },
    {
      name: 'apps-import-no-app',
      comment: 'Apps communicate over HTTP only. Shared code belongs in libs/.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-imports-no-lib',
      comment:
        'The sandbox imitates third parties: with our libraries it would repeat our mistakes. Write the code again.',
      severity: 'error',
      from: { path: '^apps/sandbox/' },
      to: { path: '^libs/' },
    },
    {
      name: 'modules-import-by-index',
      comment: "Need something of another module? Export it from that module's index.ts and import it from there.",
      severity: 'error',
      from: { path: `${api}${modules}/` },
      to: { path: `${api}${modules}/`, pathNot: [`${api}$1/`, `${api}${modules}/index\\.ts$`] },
    },
    {
      name: 'no-module-imports-admin',
      comment: 'The back office imports other modules, never the reverse: move the code to the module that owns it.',
      severity: 'error',
      from: { path: api, pathNot: [`${api}admin/`, `${api}app\\.module\\.ts$`] },
      to: { path: `${api}admin/` },
    },
    {
      name: 'back-office-modules-import-by-index',
      comment: "Need something of another module of the back office? Export it from that module's index.ts.",
      severity: 'error',
      from: { path: `${api}admin/([^/]+)` },
      to: { path: `${api}admin/[^/]+/`, pathNot: [`${api}admin/$1/`, `${api}admin/[^/]+/index\\.ts$`] },
    },
    ...backOffice.slice(0, -1).map((name, place) => ({
      name: `back-office-arrows-of-${name}`,
      comment: `The modules of the back office import each other in one direction: ${backOffice.join(' < ')}. Move what both need to the lower one.`,
      severity: 'error',
      from: { path: `${api}admin/${name}/` },
      to: { path: `${api}admin/(${backOffice.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'platform-imports-no-module',
      comment: 'The platform knows no product module: pass it what it needs, or register it with Nest in the module.',
      severity: 'error',
      from: { path: `${api}platform/` },
      to: { path: api, pathNot: `${api}platform/` },
    },
    {
      name: 'nothing-imports-a-command',
      comment: 'What is started by its name sits on top. Move the code that is needed here to its module.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: [`${api}(main|doctor)\\.ts$`, `${api}admin/.*/command\\.ts$`] },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Domain rules import no framework and no vendor. Do this in a use case and pass the result to the rule. Entities name StaffAccount.',
      severity: 'error',
      from: { path: `${api}${modules}/${pure}` },
      to: {
        path: [api, '^node_modules/(@nestjs|stripe|twilio)/'],
        pathNot: [
          `${api}$1/${pure}`,
          `${api}admin/auth/index\\.ts$`,
          `${api}platform/(database/columns|clock/instants|limits/limits)\\.ts$`,
        ],
      },
    },
    {
      name: 'use-cases-call-ports',
      comment: 'A use case calls a port; the module binds the adapter.',
      severity: 'error',
      from: { path: `${api}${modules}/`, pathNot: [spec, '/adapters/', '\\.module\\.ts$'] },
      to: { path: [`${api}[^/]+/adapters/`, '^node_modules/(stripe|twilio|nodemailer)/'] },
    },
    {
      name: 'vendors-stay-in-adapters',
      comment: 'Only adapters call a vendor; other code calls the port, so that changing a vendor changes one file.',
      severity: 'error',
      from: { path: api, pathNot: ['/adapters/', spec] },
      to: { path: '^node_modules/(stripe|twilio|nodemailer)/' },
    },
    {
      name: 'emails-look-alike',
      comment: 'An email is made of the components of platform/mail, which give each link and button its style.',
      severity: 'error',
      from: { path: api, pathNot: `${api}platform/mail/` },
      to: { path: '^node_modules/@react-email/' },
    },
    {
      name: 'http-stays-at-the-edge',
      comment:
        'Only routes know HTTP. Throw an AppError; ErrorFilter answers it. Pass in what a rule needs of the request.',
      severity: 'error',
      from: {
        path: api,
        pathNot: [
          spec,
          `${api}platform/http/`,
          `${api}create-app\\.ts$`,
          `${api}site/(serve-site|page-services)\\.ts$`,
          routing,
        ],
      },
      to: { path: `${api}platform/http/` },
    },
    {
      name: 'controllers-hold-no-sql',
      comment: 'A controller reads the request and calls one service. Move the statement into the service or the list.',
      severity: 'error',
      from: { path: `${api}.*\\.controller\\.ts$`, pathNot: `${api}platform/health/` },
      to: { path: [`${api}platform/database/`, '^node_modules/(typeorm|pg)/'] },
    },
    {
      name: 'components-know-no-feature',
      comment: 'A component knows no page and no feature. Pass in what it shows, or move it to the feature.',
      severity: 'error',
      from: { path: `${web}components/` },
      to: { path: web, pathNot: [`${web}(components|content|lib|styles)/`] },
    },
    {
      name: 'no-spec-in-production',
      comment: 'Production code must not import tests. Move the code into its own file.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: spec },
      to: { path: [spec, '^test/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: '(^|/)(dist|build|\\.react-router|\\.css-modules)/',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
