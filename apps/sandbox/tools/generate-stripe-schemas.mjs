// Generates JSON schemas of the calls the sandbox serves from the types of the stripe package.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ANSWERS = {
  Customers: ['Customer', 'DeletedCustomer'],
  SetupIntents: ['SetupIntent'],
  PaymentMethods: ['PaymentMethod'],
  Products: ['Product', 'DeletedProduct'],
  Prices: ['Price'],
  Coupons: ['Coupon'],
  Discounts: ['Discount'],
  Subscriptions: ['Subscription'],
  SubscriptionItems: ['SubscriptionItem'],
  Invoices: ['Invoice'],
  InvoiceLineItems: ['InvoiceLineItem'],
  InvoicePayments: ['InvoicePayment'],
  PaymentIntents: ['PaymentIntent'],
  Charges: ['Charge'],
  Refunds: ['Refund'],
  Disputes: ['Dispute'],
  'Checkout/Sessions': ['Session'],
  WebhookEndpoints: ['WebhookEndpoint', 'DeletedWebhookEndpoint'],
  PaymentMethodDomains: ['PaymentMethodDomain'],
  'BillingPortal/Sessions': ['Session as PortalSession'],
  'BillingPortal/Configurations': ['Configuration as PortalConfiguration'],
};
const PARAMS = {
  Customers: ['Create', 'Retrieve', 'Update', 'Delete', 'List'].map((verb) => `Customer${verb}Params`),
  SetupIntents: ['Create', 'Retrieve', 'Update', 'Confirm', 'Cancel', 'List'].map((verb) => `SetupIntent${verb}Params`),
  PaymentMethods: ['Retrieve', 'Update', 'Attach', 'Detach', 'List'].map((verb) => `PaymentMethod${verb}Params`),
  Products: ['Create', 'Retrieve', 'Update', 'List'].map((verb) => `Product${verb}Params`),
  Prices: ['Create', 'Retrieve', 'Update', 'List'].map((verb) => `Price${verb}Params`),
  Coupons: ['Create', 'Retrieve'].map((verb) => `Coupon${verb}Params`),
  Subscriptions: ['Create', 'Retrieve', 'Update', 'Resume', 'Cancel', 'List'].map(
    (verb) => `Subscription${verb}Params`,
  ),
  Invoices: ['Retrieve', 'Update', 'List', 'ListLineItems', 'CreatePreview', 'Pay', 'VoidInvoice'].map(
    (verb) => `Invoice${verb}Params`,
  ),
  InvoicePayments: ['InvoicePaymentListParams'],
  Charges: ['ChargeListParams'],
  Refunds: ['Create', 'Retrieve', 'Update', 'List'].map((verb) => `Refund${verb}Params`),
  Disputes: ['Retrieve', 'Update', 'Close', 'List'].map((verb) => `Dispute${verb}Params`),
  'Checkout/Sessions': ['Create', 'Retrieve', 'Expire', 'List'].map((verb) => `Checkout.Session${verb}Params`),
  Events: ['EventRetrieveParams', 'EventListParams'],
  WebhookEndpoints: ['Create', 'Retrieve', 'Update', 'Delete', 'List'].map((verb) => `WebhookEndpoint${verb}Params`),
  PaymentMethodDomains: ['Create', 'Retrieve', 'Update', 'List'].map((verb) => `PaymentMethodDomain${verb}Params`),
  'BillingPortal/Sessions': ['BillingPortal.SessionCreateParams'],
  'BillingPortal/Configurations': ['Retrieve', 'Update', 'List'].map(
    (verb) => `BillingPortal.Configuration${verb}Params`,
  ),
};

const packageRoot = fileURLToPath(import.meta.resolve('stripe')).replace(/(node_modules\/stripe)\/.*/, '$1');
const resources = join(packageRoot, 'esm/resources');
const files = [...new Set([...Object.keys(ANSWERS), ...Object.keys(PARAMS)])].map((name) =>
  join(resources, `${name}.d.ts`),
);
const program = ts.createProgram(files, {
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
});
const checker = program.getTypeChecker();
/** Two resources can have the same type name; "X as Y" renames one. */
const nameAndOurs = (wanted) => {
  const [name, ours = name] = wanted.split(' as ');
  return [name, ours];
};
const served = new Set(Object.values(ANSWERS).flatMap((each) => each.map((wanted) => nameAndOurs(wanted)[0])));
const definitions = {};
const names = new Map();
let inParams = false;

function nameOf(symbol) {
  if (!names.has(symbol)) {
    const base = checker.getFullyQualifiedName(symbol).replace(/^".*?"\.?/, '');
    let name = base;
    for (let n = 2; [...names.values()].includes(name); n += 1) name = `${base}_${n}`;
    names.set(symbol, name);
  }
  return names.get(symbol);
}

/** An expandable resource the sandbox does not serve; only its id is allowed. */
function isForeignResource(type) {
  if (inParams || !(type.flags & ts.TypeFlags.Object)) return false;
  const object = type.getProperty('object');
  return Boolean(object && type.getProperty('id') && !served.has(type.symbol.name));
}

const KINDS_WE_SERVE = [
  'id',
  'object',
  'type',
  'card',
  'billing_details',
  'metadata',
  'allow_redisplay',
  'created',
  'customer',
  'customer_account',
  'livemode',
];
const isOtherKindOfPayment = (type, property) =>
  /^(PaymentMethod(Data|Details|Options)?|DestinationDetails)$/.test(type.symbol?.name ?? '') &&
  !KINDS_WE_SERVE.includes(property);

function schemaOf(type) {
  const f = ts.TypeFlags;
  if (type.getProperty('isZero') && type.getProperty('toFixed')) return { type: 'string' };
  if (type.flags & (f.Any | f.Unknown)) return {};
  if (type.flags & f.Null) return { type: 'null' };
  if (type.flags & f.StringLiteral) return { enum: [type.value] };
  if (type.flags & f.NumberLiteral) return { enum: [type.value] };
  if (type.flags & f.BooleanLiteral) return { enum: [type.intrinsicName === 'true'] };
  if (type.flags & f.StringLike) return { type: 'string' };
  if (type.flags & f.NumberLike) return { type: 'number' };
  if (type.flags & f.BooleanLike && !type.isUnion()) return { type: 'boolean' };
  if (type.isUnion()) return unionOf(type);
  if (type.isIntersection()) {
    const open = type.types.find((part) => part.flags & f.String);
    if (open) return { openEnum: true };
    return objectOf(type);
  }
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (type.symbol?.name === 'ApiList') return listOf(checker.getTypeArguments(type)[0]);
  if (type.symbol?.name === '__type' || !type.symbol) return objectOf(type);
  return referenceTo(type);
}

function unionOf(type) {
  const parts = type.types
    .filter((part) => !(part.flags & ts.TypeFlags.Undefined) && !isForeignResource(part))
    .map(schemaOf)
    .filter((part) => !part.openEnum);
  const scalars = new Set();
  const literals = [];
  const others = [];
  for (const part of parts) {
    if (part.enum) literals.push(...part.enum);
    else if (typeof part.type === 'string' && Object.keys(part).length === 1) scalars.add(part.type);
    else others.push(part);
  }
  if (literals.includes(true) && literals.includes(false)) {
    scalars.add('boolean');
    literals.splice(0, literals.length, ...literals.filter((value) => typeof value !== 'boolean'));
  }
  if (scalars.has('string'))
    literals.splice(0, literals.length, ...literals.filter((value) => typeof value !== 'string'));
  const anyOf = [...others];
  if (scalars.has('null') && literals.length && scalars.size === 1) {
    literals.push(null);
    scalars.clear();
  }
  if (literals.length) anyOf.push({ enum: literals });
  if (scalars.size) anyOf.push({ type: scalars.size === 1 ? [...scalars][0] : [...scalars] });
  if (anyOf.length === 0) return {};
  return anyOf.length === 1 ? anyOf[0] : { anyOf };
}

function listOf(item) {
  return {
    type: 'object',
    required: ['object', 'data', 'has_more', 'url'],
    additionalProperties: false,
    properties: {
      object: { enum: ['list'] },
      data: { type: 'array', items: schemaOf(item) },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
      total_count: { type: 'number' },
    },
  };
}

function objectOf(type) {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  const properties = {};
  const required = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    const target = checker.getTypeOfSymbol(property);
    properties[property.name] =
      isForeignResource(target) || isOtherKindOfPayment(type, property.name) ? {} : schemaOf(target);
    if (!optional) required.push(property.name);
  }
  if (index && Object.keys(properties).length === 0)
    return { type: 'object', additionalProperties: schemaOf(index.type) };
  return { type: 'object', properties, ...(required.length && { required }), additionalProperties: false };
}

function referenceTo(type) {
  const name = nameOf(type.symbol);
  if (!(name in definitions)) {
    definitions[name] = {};
    definitions[name] = objectOf(type);
  }
  return { $ref: `#/definitions/${name}` };
}

const find = (scope, name) =>
  (Array.isArray(scope) ? scope : [...(scope?.exports?.values() ?? [])]).find((candidate) => candidate.name === name);

function emit(table, params) {
  inParams = params;
  for (const [file, wanted] of Object.entries(table)) {
    const source = program.getSourceFile(join(resources, `${file}.d.ts`));
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
    for (const [name, ours] of wanted.map(nameAndOurs)) {
      const symbol = name.split('.').reduce((scope, part) => find(scope, part), exported);
      if (!symbol) throw new Error(`${file} has no ${name}`);
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      names.set(symbol, ours);
      if (!definitions[ours]) definitions[ours] = objectOf(type);
    }
  }
}

emit(PARAMS, true);
emit(ANSWERS, false);
const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
const out = new URL('../schemas/stripe.generated.json', import.meta.url);
// One value a line, so that a new version of the package shows what changed.
writeFileSync(out, `${JSON.stringify({ stripe: version, definitions }, null, 1)}\n`);
console.log(`${Object.keys(definitions).length} definitions of stripe ${version}`);
