import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Counter } from 'prom-client';
import * as z from 'zod/mini';
import { Limiter } from '../platform/limits/limiter.ts';
import { log } from '../platform/logging.ts';

const violationsTotal = new Counter({
  name: 'lampstand_csp_violations_total',
  help: 'Content security policy violations reported by browsers',
  labelNames: ['directive', 'blocked'],
});

const text = z.string().check(z.maxLength(8192));

/** Sent by `report-to`: https://www.w3.org/TR/CSP3/#reporting */
const reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({ documentURL: text, blockedURL: z.optional(text), effectiveDirective: text }),
    }),
  )
  .check(z.minLength(1), z.maxLength(20));

/** Sent by `report-uri`. */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': z.optional(text),
    'effective-directive': z.optional(text),
    'violated-directive': text,
  }),
});

const body = z.union([reports, legacyReport]);

interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/**
 * Counts and logs violations of the content security policy. A public endpoint: metric labels come from a fixed list, and
 * the log holds neither the visitor's IP address nor the full URL of the page, which may be a private link.
 */
@ApiTags('Site')
@Controller('api/csp-reports')
export class CspReportsController {
  constructor(private readonly limiter: Limiter) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({
    summary:
      'Counts violations of the content security policy that browsers report: 204; 429 above 120 reports a minute from all visitors',
  })
  async report(@Body({ schema: body }) sent: z.infer<typeof body>): Promise<void> {
    for (const { directive, blocked, page } of violationsOf(sent)) {
      await this.limiter.consume('cspReportsOverall', 'all');
      violationsTotal.inc({ directive, blocked: blocked.startsWith('http') ? 'origin' : blocked });
      log.warn({ directive, blocked, page }, 'content security policy violation');
    }
  }
}

function violationsOf(sent: z.infer<typeof body>): Violation[] {
  if (Array.isArray(sent))
    return sent.map(({ body }) => violation(body.effectiveDirective, body.blockedURL, body.documentURL));
  const {
    'effective-directive': effective,
    'violated-directive': violated,
    'blocked-uri': blocked,
    'document-uri': page,
  } = sent['csp-report'];
  return [violation(effective ?? violated, blocked, page)];
}

const violation = (directive: string, blocked: string | undefined, page: string): Violation => ({
  directive: known(DIRECTIVES, directive.split(' ')[0]!),
  blocked: originOf(blocked ?? ''),
  page: firstSegmentOf(page),
});

const DIRECTIVES = [
  'default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr',
  'img-src', 'font-src', 'connect-src', 'frame-src', 'object-src', 'media-src', 'worker-src', 'manifest-src',
  'base-uri', 'form-action', 'frame-ancestors',
]; // oxfmt-ignore
/** A host name has at most 253 characters. */
const MAX_ORIGIN_LENGTH = 270;
const KEYWORDS = ['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob'];

const known = (words: string[], word: string): string => (words.includes(word) ? word : 'other');

/** "https://host" of the blocked resource, or the browser's keyword for it. */
function originOf(blocked: string): string {
  const { origin = '', protocol = '' } = URL.canParse(blocked) ? new URL(blocked) : {};
  return /^https?:/.test(protocol)
    ? origin.slice(0, MAX_ORIGIN_LENGTH)
    : known(KEYWORDS, protocol.replace(':', '') || blocked);
}

/** The first path segment: "/trial" of "/trial/success?token=…". */
const firstSegmentOf = (page: string): string =>
  (URL.canParse(page) && /^\/[a-z-]{0,40}(?=\/|$)/.exec(new URL(page).pathname)?.[0]) || 'other';
