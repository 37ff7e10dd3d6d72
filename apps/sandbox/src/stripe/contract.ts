/** Validates parameters and responses against schemas generated from the stripe package's types. */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { packageFile } from '../settings.ts';
import { invalid, type Params, StripeError } from './call.ts';

const generated = readFileSync(packageFile('schemas/stripe.generated.json'), 'utf8');
const { definitions } = JSON.parse(generated) as { definitions: Record<string, object> };
/** Shortens the compile time of a validator; gateway.spec.ts validates the schemas instead. */
const QUICK_TO_COMPILE = { strict: false, validateSchema: false, code: { optimize: false } };
const reader = new Ajv({ ...QUICK_TO_COMPILE, coerceTypes: true }).addSchema({ $id: 'stripe', definitions });
const writer = new Ajv(QUICK_TO_COMPILE).addSchema({ $id: 'stripe', definitions });
const compiled = new Map<string, ValidateFunction>();

export function checkParams(schema: string, params: Params): void {
  const validate = validator(reader, schema);
  if (validate(params)) return;
  throw invalidParams(validate.errors ?? []);
}

export function checkResponse(schema: string, response: unknown): void {
  const validate = validator(writer, schema);
  if (validate(response)) return;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new StripeError(500, `The sandbox made a wrong ${schema}: ${problems.slice(0, 4).join('; ')}`, {
    type: 'api_error',
  });
}

function validator(ajv: Ajv, schema: string): ValidateFunction {
  const key = `${ajv === reader ? 'read' : 'write'} ${schema}`;
  let validate = compiled.get(key);
  if (!validate) compiled.set(key, (validate = ajv.compile({ $ref: `stripe#/definitions/${schema}` })));
  return validate;
}

function invalidParams(errors: ErrorObject[]): StripeError {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknown ?? errors[0]!;
  const at = (extra?: string) => bracketed([...error.instancePath.split('/').slice(1), ...(extra ? [extra] : [])]);
  if (unknown) {
    const param = at(unknown.params['additionalProperty'] as string);
    if (param === 'payment_method_types') return typesNoLongerSupported();
    return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  }
  if (error.keyword === 'required') {
    const param = at(error.params['missingProperty'] as string);
    return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  const allowed =
    error.keyword === 'enum'
      ? `: must be one of ${(error.params['allowedValues'] as string[]).join(', ')}`
      : `: ${error.message}`;
  return invalid(`Invalid ${at()}${allowed}`, at());
}

const typesNoLongerSupported = () =>
  invalid(
    'The parameter payment_method_types is not part of this API version; pass allowed_payment_method_types.',
    'payment_method_types',
    'payment_method_types_no_longer_supported',
  );

const bracketed = ([head = '', ...rest]: string[]) => head + rest.map((part) => `[${part}]`).join('');
