import { APPLICATION_MESSAGES, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { LIST_MESSAGES, LOGIN_MESSAGES } from '@lampstand/contracts/back-office';
import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Refusal } from './refusal.ts';

const CATALOGUES = [FIELD_MESSAGES, APPLICATION_MESSAGES, LIST_MESSAGES, LOGIN_MESSAGES];
const OURS = new Set<string>(CATALOGUES.flatMap((catalogue) => Object.values(catalogue)));

/** Bodies are parsed by their zod schema; a refusal names every field with the sentence its form shows. */
export const validationPipe = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({ exceptionFactory: refusalOf });

/** The same for a guard, which runs before the pipe. */
export async function parseBody<T>(schema: StandardSchemaV1<unknown, T>, body: unknown): Promise<T> {
  const result = await schema['~standard'].validate(body);
  if (result.issues) throw refusalOf(result.issues);
  return result.value;
}

function refusalOf(issues: readonly StandardSchemaV1.Issue[]): Refusal {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
    fields[name] ??= OURS.has(message) ? message : FIELD_MESSAGES.invalid;
  }
  return new Refusal(400, ERRORS.invalid, { fields });
}
