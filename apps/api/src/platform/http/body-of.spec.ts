import 'reflect-metadata';
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS, FIELD_MESSAGES, planChangeBody } from '@lampstand/contracts';
import { Body, Get, Post, Query, type Type } from '@nestjs/common';
import { CONTROLLER_WATERMARK } from '@nestjs/common/constants.js';
import * as z from 'zod/mini';
import { bodyOf, describeParameters } from './body-of.ts';
import { SchemaPipe } from './request-body.ts';

class ChangePlanBody extends bodyOf(planChangeBody) {}

interface Untyped {
  token: string;
}

class PlanController {
  @Post('change')
  change(@Body() { selectedPlan }: ChangePlanBody) {
    return selectedPlan;
  }

  @Post('card')
  card(@Body() { token }: Untyped) {
    return token;
  }

  @Post('keep')
  keep(@Body() sent: unknown) {
    return sent;
  }

  @Post('link')
  link(@Body('email') email: string) {
    return email;
  }

  @Get()
  read(@Query() { token }: Untyped) {
    return token;
  }

  @Get('name')
  name(@Query('token') token: unknown) {
    return token;
  }

  @Post('cancel')
  cancel() {}
}

describe('a class of a body', () => {
  const parse = (sent: object) => new SchemaPipe().transform<object>(sent, { type: 'body', metatype: ChangePlanBody });

  it('parses the body by its schema, which drops unknown fields', async () => {
    const body = { token: 'a'.repeat(40), selectedPlan: 'tier_20_49' };
    expect(await parse({ ...body, price: 1 })).toEqual(body);
  });

  it('takes a call without a body as one with an empty object', async () => {
    const metadata = { type: 'body', schema: z.object({}) } as const;
    expect(await new SchemaPipe().transform<object | undefined>(undefined, metadata)).toEqual({});
  });

  it('refuses a wrong body with the message of each field', async () => {
    await expect(parse({ token: 'a'.repeat(40), selectedPlan: 'free' })).rejects.toMatchObject({
      kind: 'invalid',
      message: ERRORS.invalid,
      flags: { fields: { selectedPlan: FIELD_MESSAGES.invalid } },
    });
  });
});

describe('a body or query without a schema', () => {
  it('is found in a handler', () => {
    expect(describeParameters([PlanController])).toEqual(
      ['card', 'keep', 'link', 'read'].map((name) => `PlanController.${name}`),
    );
  });

  it('is taken by no call of the server', async () => {
    const sources = path.join(import.meta.dirname, '../..');
    const files = globSync('**/*.controller.ts', { cwd: sources });
    const modules: object[] = await Promise.all(files.map((file) => import(path.join(sources, file))));
    const controllers = modules
      .flatMap((module): unknown[] => Object.values(module))
      .filter((value): value is Type => Reflect.hasMetadata(CONTROLLER_WATERMARK, value as object));
    expect(controllers.length).toBeGreaterThan(25);
    expect(describeParameters(controllers)).toEqual([]);
  }, 120_000);
});
