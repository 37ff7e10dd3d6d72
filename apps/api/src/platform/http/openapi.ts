import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import * as z from 'zod/mini';
import type { Settings } from '../config/index.ts';
import { describeParameters } from './body-of.ts';

/** The styles of Swagger UI are inline. */
export const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const SCRIPT = `SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui' });\n`;

const page = (title: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/show.js"></script></body>
</html>
`;

const standardSchemaConverter = (schema: unknown) => ({
  schema: z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }),
});

/** Swagger UI at /api/docs, read from its package on request, and the public document at /api/docs-json. */
export function serveApiDocs(app: NestFastifyApplication, { PRODUCT_NAME }: Settings): void {
  const title = `${PRODUCT_NAME} API`;
  const config = new DocumentBuilder()
    .setTitle(title)
    .setDescription('Errors are always `{error, ...flags}`; a 400 names each field with its message.')
    .setVersion('1')
    .addCookieAuth('staff')
    .build();
  const document = app.get(OpenApiDocument);
  document.setFactory(() => {
    const controllers = app.get(DiscoveryService).getControllers();
    describeParameters(controllers.map(({ metatype }) => metatype as Type));
    return SwaggerModule.createDocument(app, config, { standardSchemaConverter });
  });
  const fastify = app.getHttpAdapter().getInstance();
  const serve = (path: string, type: string, content: () => string | Buffer) =>
    fastify.get(`/api/docs${path}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'content-security-policy': DOCS_POLICY }).send(content()),
    );

  serve('', 'text/html; charset=utf-8', () => page(title));
  serve('-json', 'application/json; charset=utf-8', () => JSON.stringify(document.public));
  serve('/show.js', 'text/javascript; charset=utf-8', () => SCRIPT);
  for (const [name, type] of Object.entries(FILES)) {
    const file = resolve(`swagger-ui-dist/${name}`);
    serve(`/${name}`, type, () => readFileSync(file));
  }
}

const { resolve } = createRequire(import.meta.url);

const INTERNAL_TAGS = ['Back office', 'Internal'];

/** The OpenAPI document of all calls, from the zod schemas that validate them. `public` omits back office and internal calls. */
@Injectable()
export class OpenApiDocument {
  private document: OpenAPIObject | undefined;
  private factory: () => OpenAPIObject = () => {
    throw new Error('The server does not serve yet');
  };

  /** Called once, on first use, when all routes are registered. */
  setFactory(factory: () => OpenAPIObject): void {
    this.factory = factory;
  }

  get full(): OpenAPIObject {
    return (this.document ??= this.factory());
  }

  get public(): OpenAPIObject {
    const { components: _, ...full } = this.full;
    const paths = Object.entries(full.paths).flatMap(([path, calls]) => {
      const shown = Object.entries(calls).filter(
        ([, { tags = [] }]) => !tags.some((tag: string) => INTERNAL_TAGS.includes(tag)),
      );
      return shown.length ? [[path, Object.fromEntries(shown)]] : [];
    });
    return { ...full, paths: Object.fromEntries(paths) };
  }
}
