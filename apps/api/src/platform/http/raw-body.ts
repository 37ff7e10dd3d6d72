import type { FastifyRequest } from 'fastify';

/** A request whose body is also kept as it came, for signatures. */
export type RawBodyRequest = FastifyRequest & { rawBody?: Buffer };
