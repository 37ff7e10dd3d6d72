import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner } from '@nestjs/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type * as z from 'zod/mini';

/**
 * The class of a request body: `class ChangePlanBody extends bodyOf(planChangeBody) {}`, taken as `@Body() body: ChangePlanBody`.
 * The pipe parses the body by its schema, and the OpenAPI description shows the schema.
 */
export const bodyOf = <S extends z.ZodMiniType<object>>(schema: S) =>
  Object.assign(function Body() {}, { schema }) as unknown as { new (): z.output<S>; readonly schema: S };

/**
 * The same for the parameters in an address: `@Query() filter: TrialQuery`.
 * @alias
 */
export const queryOf = bodyOf;

/** The schema of a class made by `bodyOf`; undefined for other types. */
export const schemaOf = (type: unknown): StandardSchemaV1 | undefined =>
  (type as { schema?: StandardSchemaV1 } | undefined)?.schema;

const scanner = new MetadataScanner();

/**
 * Gives each parameter that has a class of `bodyOf` its schema in Nest's metadata, as `@Body({ schema })` does; Swagger reads it there.
 * Returns the handlers that take a body, a part of one, or a query without a schema, such as "PlanController.change".
 */
export function describeParameters(controllers: Type[]): string[] {
  const withoutSchema = new Set<string>();
  for (const controller of controllers)
    for (const handler of scanner.getAllMethodNames(controller.prototype)) {
      const types: unknown[] = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype, handler) ?? [];
      const parameters: Record<string, { index: number; data?: string; schema?: StandardSchemaV1 }> =
        Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {};
      for (const [key, parameter] of Object.entries(parameters)) {
        parameter.schema ??= schemaOf(types[parameter.index]);
        const isBody = key.startsWith(`${RouteParamtypes.BODY}:`);
        const isQuery = key.startsWith(`${RouteParamtypes.QUERY}:`) && !parameter.data;
        if ((isBody || isQuery) && !parameter.schema) withoutSchema.add(`${controller.name}.${handler}`);
      }
    }
  return [...withoutSchema];
}
