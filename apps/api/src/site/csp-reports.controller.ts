import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import * as z from 'zod/mini';
import { policyViolations } from '../platform/health/metrics.ts';
import { Takes } from '../platform/http/takes.ts';
import { Limiter } from '../platform/limits/limiter.ts';
import { log } from '../platform/logging.ts';

const text = z.string().check(z.maxLength(8192));

/** What browsers send by `report-to`: https://www.w3.org/TR/CSP3/#reporting */
const reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({ documentURL: text, blockedURL: z.optional(text), effectiveDirective: text }),
    }),
  )
  .check(z.minLength(1), z.maxLength(20));

/** What browsers send by `report-uri`. */
const report = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': z.optional(text),
    'effective-directive': z.optional(text),
    'violated-directive': text,
  }),
});

const body = z.union([reports, report]);

interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/**
 * Counts what the policy of a page has stopped. Public: anybody can send anything, so that the words of the metrics are
 * ours, and the log has neither the address of a page, which may be somebody's link, nor that of who reports.
 */
@ApiTags('Site')
@Controller('api/csp-reports')
export class CspReportsController {
  constructor(private readonly limiter: Limiter) {}

  @Post()
  @HttpCode(204)
  @Takes(
    body,
    'Counts reports of a browser on the content security policy: 204; 429 beyond 120 a minute of all together',
  )
  async take(@Body({ schema: body }) sent: z.infer<typeof body>): Promise<void> {
    await this.limiter.take('cspReportsOverall', 'all');
    for (const { directive, blocked, page } of violationsOf(sent)) {
      policyViolations.inc({ directive, blocked: blocked.startsWith('http') ? 'origin' : blocked });
      log.warn({ directive, blocked, page }, 'stopped by the content security policy');
    }
  }
}

const violationsOf = (sent: z.infer<typeof body>): Violation[] =>
  Array.isArray(sent)
    ? sent.map(({ body }) => violation(body.effectiveDirective, body.blockedURL, body.documentURL))
    : [sent['csp-report']].map((one) =>
        violation(one['effective-directive'] ?? one['violated-directive'], one['blocked-uri'], one['document-uri']),
      );

const violation = (directive: string, blocked: string | undefined, page: string): Violation => ({
  directive: known(DIRECTIVES, directive.split(' ')[0]!),
  blocked: originOf(blocked ?? ''),
  page: firstPartOf(page),
});

const DIRECTIVES = [
  'default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr',
  'img-src', 'font-src', 'connect-src', 'frame-src', 'object-src', 'media-src', 'worker-src', 'manifest-src',
  'base-uri', 'form-action', 'frame-ancestors',
]; // prettier-ignore
const KEYWORDS = ['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob'];

const known = (words: string[], word: string): string => (words.includes(word) ? word : 'other');

/** "https://host" of what was stopped, or the browser's keyword for it. */
function originOf(blocked: string): string {
  const { origin = '', protocol = '' } = URL.canParse(blocked) ? new URL(blocked) : {};
  return /^https?:/.test(protocol) ? origin : known(KEYWORDS, protocol.replace(':', '') || blocked);
}

/** "/trial" of a page below it: what follows may be somebody's. */
const firstPartOf = (page: string): string =>
  (URL.canParse(page) && /^\/[a-z-]{0,40}(?=\/|$)/.exec(new URL(page).pathname)?.[0]) || 'other';
