import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** Options of a route for the body parsers and hooks. */
export interface RouteOptions {
  /** Accepts any content type and ignores the body, but that of a form where `formBody` is set. */
  anyBody?: true;
  /** Allows a body of 1 MB instead of 32 KB. */
  largeBody?: true;
  /** Keeps the exact bytes of the body. */
  rawBody?: true;
  /** Skips the checks of Host and Origin: the call is authorized by a signature or token, never by a cookie. */
  anyOrigin?: true;
  /** Takes a form that a browser posts, instead of JSON. */
  formBody?: true;
  /** Compresses the response. Not for responses with secrets such as tokens, codes or signed links. */
  compressed?: true;
  /** Logs at level debug. */
  quiet?: true;
}

/** The options of the matched route; empty where none matched. */
export const routeOptionsOf = ({ routeOptions }: FastifyRequest): RouteOptions =>
  (routeOptions.config ?? {}) as RouteOptions;

const Options = (options: RouteOptions): MethodDecorator => RouteConfig(options);

/** For batches from our own services. */
export const LargeBody = (): MethodDecorator => Options({ largeBody: true, anyOrigin: true });

/** For webhooks whose body is signed. */
export const SignedBody = (): MethodDecorator => Options({ rawBody: true, largeBody: true, anyOrigin: true });

/** For long answers without secrets. */
export const Compressed = (): MethodDecorator => Options({ compressed: true });

/** For probes of load balancers, which use any host name. */
export const Probe = (): MethodDecorator => Options({ quiet: true, anyOrigin: true });
