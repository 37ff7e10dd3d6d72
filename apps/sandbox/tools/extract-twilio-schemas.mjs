// Extracts the schemas the sandbox serves from Twilio's OpenAPI file: node extract-twilio-schemas.mjs <twilio_verify_v2.json>
import { readFileSync, writeFileSync } from 'node:fs';

const description = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { schemas } = description.components;
const WORDS_ABOUT = ['description', 'example', 'x-twilio', 'deprecated', 'title', 'examples'];

function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  if (node.$ref) return plain(schemas[node.$ref.split('/').pop()]);
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).filter(
      ([key, value]) => !WORDS_ABOUT.includes(key) || (typeof value === 'object' && key === 'properties'),
    ),
  );
  const shape = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? propertiesOf(value) : plain(value)]),
  );
  if (nullable && shape.type) shape.type = [shape.type, 'null'];
  if (nullable && shape.enum) shape.enum = [...shape.enum, null];
  return shape;
}

const propertiesOf = (properties) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)]));
const strict = (schema) => ({ ...schema, additionalProperties: false });
const answer = (name) => ({ ...strict(plain(schemas[name])), required: Object.keys(schemas[name].properties) });
const request = (path) =>
  strict(plain(description.paths[path].post.requestBody.content['application/x-www-form-urlencoded'].schema));
const query = (path) => ({
  type: 'object',
  properties: Object.fromEntries(
    description.paths[path].get.parameters.map(({ name, schema }) => [name, plain(schema)]),
  ),
  additionalProperties: false,
});

const base = '/v2/Services/{ServiceSid}';
const out = {
  version: description.info.version,
  Verification: answer('verify.v2.service.verification'),
  VerificationCheck: answer('verify.v2.service.verification_check'),
  CreateVerification: request(`${base}/Verifications`),
  UpdateVerification: request(`${base}/Verifications/{Sid}`),
  CreateVerificationCheck: request(`${base}/VerificationCheck`),
  VerificationAttempt: answer('verify.v2.verification_attempt'),
  ListVerificationAttempt: query('/v2/Attempts'),
};
writeFileSync(new URL('../schemas/twilio.generated.json', import.meta.url), `${JSON.stringify(out)}\n`);
