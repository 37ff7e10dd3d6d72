/** Holds requests and answers to the shapes of Twilio's published description of Verify. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { fileOfPackage } from '../settings.ts';
import { TwilioError } from './errors.ts';

const generated = readFileSync(fileOfPackage('schemas/twilio.generated.json'), 'utf8');
const schemas = JSON.parse(generated) as Record<string, object>;
const ajv = new Ajv({ strict: false });
formats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

export function checkRequest(name: string, params: Record<string, string>): void {
  const problem = problemOf(name, params);
  if (problem) throw new TwilioError(400, 60_200, `Invalid parameter: ${problem}`);
}

export function checkAnswer(name: string, answer: object): void {
  const problem = problemOf(name, answer);
  if (problem) throw new TwilioError(500, 20_500, `The sandbox made a wrong ${name}: ${problem}`);
}

function problemOf(name: string, value: object): string | undefined {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, (validate = ajv.compile(schemas[name]!)));
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}
