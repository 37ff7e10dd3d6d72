import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyRequest } from 'fastify';
import type { AddressLimit } from '../limits/limits.ts';

/** Options of a route for the body parsers and hooks. */
export interface RouteOptions {
  /** Accepts any content type and ignores the body, but that of a form where `formBody` is set. */
  anyBody?: true;
  /** Allows a body of 1 MB instead of 32 KB. */
  largeBody?: true;
  /** Requires the token of this setting, before the body is read. */
  serviceToken?: 'INTERNAL_TOKEN' | 'MAIL_WEBHOOK_SECRET';
  /** Limits of the caller's address, which each request counts in before its body is read. */
  limits?: AddressLimit[];
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
  /** A stream stays open until the caller leaves, so its duration is neither logged nor measured. */
  stream?: true;
}

/** The options of the matched route; empty where none matched. */
export const routeOptionsOf = ({ routeOptions }: FastifyRequest): RouteOptions =>
  (routeOptions.config ?? {}) as RouteOptions;

/** Adds options to a handler. */
export const Options =
  (options: RouteOptions): MethodDecorator =>
  (target, key, descriptor) => {
    const others: RouteOptions = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) ?? {};
    return RouteConfig({ ...others, ...options })(target, key, descriptor);
  };

/** For batches from our own services. */
export const ServiceCall = (): MethodDecorator =>
  Options({ serviceToken: 'INTERNAL_TOKEN', largeBody: true, anyOrigin: true });

/** For batches from the mail service, which signs in with the password in the address that it was given. */
export const MailWebhook = (): MethodDecorator =>
  Options({ serviceToken: 'MAIL_WEBHOOK_SECRET', largeBody: true, anyOrigin: true });

/** For webhooks whose body is signed. */
export const SignedBody = (): MethodDecorator => Options({ rawBody: true, largeBody: true, anyOrigin: true });

/** For long answers without secrets. */
export const Compressed = (): MethodDecorator => Options({ compressed: true });

/** For `@Sse()`. */
export const Stream = (): MethodDecorator => Options({ stream: true });

/** For probes of load balancers, which use any host name. */
export const Probe = (): MethodDecorator => Options({ quiet: true, anyOrigin: true });
