import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiOperation, ApiQuery } from '@nestjs/swagger';
import * as z from 'zod/mini';

/** Documents a call: what it does, and its body by the zod schema that also validates it. */
export const Takes = (schema: z.ZodMiniType, summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiBody({
      schema: z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }) as object,
    }),
  );

/** What a controller tells the HTTP server about one of its calls. */
export interface RouteMarks {
  anyBody?: true;
  /** A body of up to 1 MB, where others may have 32 KB. */
  largeBody?: true;
}

/** For a call whose address says everything: whatever body comes along is left unread. */
export const TakesAnyBody = (): MethodDecorator => RouteConfig({ anyBody: true } satisfies RouteMarks);

/** For a call that takes batches of its own services. */
export const TakesLargeBody = (): MethodDecorator => RouteConfig({ largeBody: true } satisfies RouteMarks);

/** Documents a call: what it does, and the query's names by the zod schemas that also validate them. */
export const TakesQuery = (schemas: z.ZodMiniType[], summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    ...schemas.flatMap((schema) => {
      const { properties = {} } = z.toJSONSchema(schema, {
        io: 'input',
        target: 'openapi-3.0',
        unrepresentable: 'any',
      });
      return Object.entries(properties).map(([name, property]) =>
        ApiQuery({ name, required: false, schema: property as object }),
      );
    }),
  );
