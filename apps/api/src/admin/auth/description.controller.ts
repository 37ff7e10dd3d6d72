import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { OpenApiDocument } from '../../platform/http/openapi.ts';
import { RequirePermission } from './require-permission.ts';

/** The complete API description, including the calls of the back office and between our services. */
@ApiTags('Back office')
@Controller('api/admin/docs-json')
export class DescriptionController {
  constructor(private readonly description: OpenApiDocument) {}

  @Get()
  @RequirePermission('read')
  @ApiOperation({ summary: 'The description of every call' })
  read(): OpenAPIObject {
    return this.description.full;
  }
}
