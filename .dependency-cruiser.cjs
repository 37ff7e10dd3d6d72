const api = '^apps/api/src/';
const web = '^apps/web/app/';
const modules = '(accounts|admin|ambassadors|billing|newsletter|trial-requests|trials|verification)';
const spec = '\\.spec\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea or three: merge them, or move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      comment: 'This import leads nowhere: add the package to the workspace that uses it, or correct the path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(\\./\\+types/|virtual:)' },
    },
    {
      name: 'libs-know-no-app',
      comment: 'Libraries stand below the apps. Move what you need into the library, or hand it over as an argument.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'workflows-are-xstate-only',
      comment: 'The charts are pure. What an action does belongs to the app that runs it.',
      severity: 'error',
      from: { path: '^libs/workflows/', pathNot: spec },
      to: { pathNot: ['^libs/workflows/', '^node_modules/xstate/'] },
    },
    {
      name: 'contracts-are-zod-only',
      comment:
        'Contracts describe what crosses the wire: zod, and the steps of libs/workflows. Behaviour belongs to an app.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: spec },
      to: { pathNot: ['^libs/(contracts|workflows)/', '^node_modules/zod/'] },
    },
    {
      name: 'apps-know-no-app',
      comment: 'Apps meet over HTTP only. What two of them share is born in libs/.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-shares-nothing',
      comment:
        'The sandbox stands in for strangers: with our libraries it would share our mistakes. Write it out again.',
      severity: 'error',
      from: { path: '^apps/sandbox/' },
      to: { path: '^libs/' },
    },
    {
      name: 'module-front-door',
      comment: "Need something of another module? Export it from that module's index.ts and import it from there.",
      severity: 'error',
      from: { path: `${api}${modules}/` },
      to: { path: `${api}${modules}/`, pathNot: [`${api}$1/`, `${api}${modules}/index\\.ts$`] },
    },
    {
      name: 'nobody-imports-admin',
      comment:
        'The back office looks at the others, never the other way round: move what you need to the module that owns it.',
      severity: 'error',
      from: {
        path: api,
        pathNot: [`${api}admin/`, `${api}app\\.module\\.ts$`, `${api}platform/database/data-source\\.ts$`],
      },
      to: { path: `${api}admin/` },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules know no framework and no vendor. Do this part in a use case, and pass the rule what it has to know.',
      severity: 'error',
      from: { path: `${api}${modules}/domain/`, pathNot: spec },
      to: {
        path: [api, '^node_modules/(@nestjs|stripe|twilio)/'],
        pathNot: [`${api}$1/domain/`, `${api}platform/(database/columns|clock/instants|limits/limits)\\.ts$`],
      },
    },
    {
      name: 'use-cases-speak-to-ports',
      comment: 'A use case asks a port. Let the module bind the adapter to it.',
      severity: 'error',
      from: { path: `${api}${modules}/use-cases/`, pathNot: spec },
      to: { path: [`${api}[^/]+/adapters/`, '^node_modules/(stripe|twilio|nodemailer)/'] },
    },
    {
      name: 'vendors-stay-in-adapters',
      comment:
        'Only an adapter speaks to a vendor; everybody else asks the port. So a change of vendor is a change of one file.',
      severity: 'error',
      from: { path: api, pathNot: ['/adapters/', spec] },
      to: { path: '^node_modules/(stripe|twilio|nodemailer)/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment:
        'Buttons and fields know no page and no feature. Pass in what this one shows, or move it to the feature.',
      severity: 'error',
      from: { path: `${web}ui/` },
      to: { path: web, pathNot: [`${web}ui/`, `${web}styles/`] },
    },
    {
      name: 'no-spec-in-production',
      comment: 'Only tests may use tests. Move what you need into a file of its own.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: spec },
      to: { path: [spec, '^test/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: '(^|/)(dist|build|\\.react-router)/',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
