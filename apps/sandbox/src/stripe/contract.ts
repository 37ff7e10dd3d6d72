/** Holds both sides to the shapes of the stripe package's own types: unknown parameters and wrong answers are refused. */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { fileOfPackage } from '../settings.ts';
import { StripeError, invalid } from './errors.ts';
import type { Params } from './form.ts';

const generated = readFileSync(fileOfPackage('schemas/stripe.generated.json'), 'utf8');
const { definitions } = JSON.parse(generated) as { definitions: Record<string, object> };
/** Shortens the compile time of a validator. A test validates the schemas instead. */
const QUICK_TO_COMPILE = { strict: false, validateSchema: false, code: { optimize: false } };
const reader = new Ajv({ ...QUICK_TO_COMPILE, coerceTypes: true }).addSchema({ $id: 'stripe', definitions });
const writer = new Ajv(QUICK_TO_COMPILE).addSchema({ $id: 'stripe', definitions });
const compiled = new Map<string, ValidateFunction>();

export function checkParams(schema: string, params: Params): void {
  const validate = validator(reader, schema);
  if (validate(params)) return;
  throw refusalOf(validate.errors ?? []);
}

export function checkAnswer(schema: string, answer: unknown): void {
  const validate = validator(writer, schema);
  if (validate(answer)) return;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new StripeError(500, `The sandbox made a wrong ${schema}: ${faults.slice(0, 4).join('; ')}`, {
    type: 'api_error',
  });
}

function validator(ajv: Ajv, schema: string): ValidateFunction {
  const key = `${ajv === reader ? 'read' : 'write'} ${schema}`;
  let validate = compiled.get(key);
  if (!validate) compiled.set(key, (validate = ajv.compile({ $ref: `stripe#/definitions/${schema}` })));
  return validate;
}

function refusalOf(errors: ErrorObject[]): StripeError {
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
