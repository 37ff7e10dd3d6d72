import { ApiBody } from '@nestjs/swagger';
import * as z from 'zod/mini';

/** Documents a body by the zod schema that also validates it. */
export const Takes = (schema: z.ZodMiniType): MethodDecorator =>
  ApiBody({ schema: z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }) as object });
