import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '../config/index.ts';
import { POLICY_OF_THE_DESCRIPTION } from '../../site/content-security.ts';
import { Injectable } from '@nestjs/common';

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

/** The page at /api/docs with its files, all served from memory; what it shows, the calls of the public site, is at /api/docs-json. */
export function serveApiDocs(app: NestFastifyApplication, { PRODUCT_NAME }: Settings): void {
  const title = `${PRODUCT_NAME} API`;
  const config = new DocumentBuilder()
    .setTitle(title)
    .setDescription('Errors are always `{error, ...flags}`; a 400 names each field with its message.')
    .setVersion('1')
    .addCookieAuth('staff')
    .build();
  const description = app.get(OpenApiDocument);
  description.isMadeBy(() => SwaggerModule.createDocument(app, config));
  const fastify = app.getHttpAdapter().getInstance();
  const serve = (path: string, type: string, content: () => string | Buffer) =>
    fastify.get(`/api/docs${path}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'content-security-policy': POLICY_OF_THE_DESCRIPTION }).send(content()),
    );

  serve('', 'text/html; charset=utf-8', () => page(title));
  serve('-json', 'application/json; charset=utf-8', () => JSON.stringify(description.public));
  serve('/show.js', 'text/javascript; charset=utf-8', () => SCRIPT);
  for (const [name, type] of Object.entries(FILES)) {
    const file = readFileSync(SWAGGER.resolve(`swagger-ui-dist/${name}`));
    serve(`/${name}`, type, () => file);
  }
}

/** The files come with @nestjs/swagger, and are found from where it is. */
const SWAGGER = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'));

const NOT_PUBLIC = ['Back office', 'Internal'];

/** The description of all calls, made from the zod schemas they are validated by; the public sees those of the public site. */
@Injectable()
export class OpenApiDocument {
  private all: OpenAPIObject | undefined;
  private make: () => OpenAPIObject = () => {
    throw new Error('The server does not serve yet');
  };

  /** Described when it is asked for first: all routes are known by then. */
  isMadeBy(make: () => OpenAPIObject): void {
    this.make = make;
  }

  get full(): OpenAPIObject {
    return (this.all ??= this.make());
  }

  get public(): OpenAPIObject {
    const { components: _, ...whole } = this.full;
    const paths = Object.entries(whole.paths).flatMap(([path, calls]) => {
      const shown = Object.entries(calls).filter(
        ([, { tags = [] }]) => !tags.some((tag: string) => NOT_PUBLIC.includes(tag)),
      );
      return shown.length ? [[path, Object.fromEntries(shown)]] : [];
    });
    return { ...whole, paths: Object.fromEntries(paths) };
  }
}
