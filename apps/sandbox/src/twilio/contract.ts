/** Validates requests and responses against Twilio's published description of Verify. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { packageFile } from '../settings.ts';

const generated = readFileSync(packageFile('schemas/twilio.generated.json'), 'utf8');
const schemas = JSON.parse(generated) as Record<string, object>;
const ajv = new Ajv({ strict: false });
formats.default(ajv);
ajv.addFormat('iso-country-code', /^[A-Z]{2}$/);
const compiled = new Map<string, ValidateFunction>();

export function checkRequest(name: string, params: object): void {
  const problem = problemOf(name, params);
  if (problem) throw new TwilioError(400, 60_200, `Invalid parameter: ${problem}`);
}

export function checkResponse(name: string, response: object): void {
  const problem = problemOf(name, response);
  if (problem) throw new TwilioError(500, 20_500, `The sandbox made a wrong ${name}: ${problem}`);
}

function problemOf(name: string, value: object): string | undefined {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, (validate = ajv.compile(schemas[name]!)));
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}

export class TwilioError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  body(): object {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.status,
    };
  }
}
