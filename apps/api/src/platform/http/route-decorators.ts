import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** Documents a call: what it does, and its body by the zod schema that also validates it. */
export const ZodBody = (schema: z.ZodMiniType, summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiBody({
      schema: z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }) as object,
    }),
  );

/** What a controller tells the HTTP server about one of its calls. */
export interface RouteOptions {
  anyBody?: true;
  /** A body of up to 1 MB, where others may have 32 KB. */
  largeBody?: true;
  /** The bytes of the body are kept as they came. */
  rawBody?: true;
  /** Its authority is a signature or a token it carries, never a cookie: it may come from any site, and by any host. */
  anyOrigin?: true;
  /** Its line in the log is one for debugging: files, and probes that come every second. */
  quiet?: true;
}

/** Of the route that the router matched, and none where no route did. */
export const routeOptionsOf = ({ routeOptions }: FastifyRequest): RouteOptions =>
  (routeOptions.config ?? {}) as RouteOptions;

const Marked = (marks: RouteOptions): MethodDecorator => RouteConfig(marks);

/** For a button of a mail, also pressed by mail programs: the address says everything, whatever body comes along is left unread. */
export const AnyBody = (): MethodDecorator => Marked({ anyBody: true, anyOrigin: true });

/** For a call that takes batches of its own services. */
export const LargeBody = (): MethodDecorator => Marked({ largeBody: true, anyOrigin: true });

/** For news that the provider has signed byte by byte. */
export const SignedBody = (): MethodDecorator => Marked({ rawBody: true, largeBody: true, anyOrigin: true });

/** For load balancers, which ask by whatever name they know this server. */
export const Probe = (): MethodDecorator => Marked({ quiet: true, anyOrigin: true });

/** Documents a call: what it does, and the query's names by the zod schemas that also validate them. */
export const ZodQuery = (schemas: z.ZodMiniType[], summary: string): MethodDecorator =>
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
