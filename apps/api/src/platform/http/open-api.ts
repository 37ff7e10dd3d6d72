import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '../config/index.ts';

/** The page at /api/docs, made from the zod schemas the calls are validated by; the document itself at /api/docs-json. */
export function documentApi(app: NestFastifyApplication, { PRODUCT_NAME }: Settings): void {
  const config = new DocumentBuilder()
    .setTitle(`${PRODUCT_NAME} API`)
    .setDescription(
      'Calls of the public site and of the back office. Errors are always `{error, ...flags}`; a 400 names each field with its message.',
    )
    .setVersion('1')
    .addCookieAuth('staff')
    .build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'api/docs-json',
  });
}
