import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { OpenApiDocument } from '../platform/http/openapi.ts';
import { Needs } from './session/needs.ts';

/** What /api/docs-json is to the public, with the calls of the back office and between our services. */
@ApiTags('Back office')
@Controller('api/admin/docs-json')
export class DescriptionController {
  constructor(private readonly description: OpenApiDocument) {}

  @Get()
  @Needs('read')
  @ApiOperation({ summary: 'The description of every call' })
  read(): OpenAPIObject {
    return this.description.full;
  }
}
