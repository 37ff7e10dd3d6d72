import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import {
  DEFAULT_SITE,
  FILM_NAMES,
  SAMPLE_POSTAL_ADDRESS,
  type SiteServices,
  type SiteValues,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { contentSecurityPolicy, REPORTING_ENDPOINTS } from './content-security.ts';

/** An answer of the pages, with the sources of its content security policy for inline scripts and styles: hashes, or a nonce. */
interface SiteAnswer {
  response: Response;
  scripts: string[];
  styles: string[];
}

/** What a page that is rendered for one visitor gets. */
export interface Visit {
  /** Of the policy. */
  nonce: string;
  services: SiteServices;
}

interface PlaceOfPage {
  address: string;
  key: string;
  isOffice: boolean;
}

/** The module that the build of `apps/web` gives the server: `app/server/site.ts`. */
export interface SiteModule {
  /**
   * Answers a request of a page or of a file that the pages write.
   * @param visit null for a page that is kept for all visitors, whose policy has hashes
   */
  answer: (request: Request, visit: Visit | null) => Promise<SiteAnswer>;
  /** The page that can be at this path: its address as links spell it, and the key of what is rendered for all its visitors. */
  find: (path: string) => PlaceOfPage | undefined;
  /** Whether the page at this path shows something that its query names. */
  readsQuery: (path: string) => boolean;
  /** The pages that answer a form; `byLink`: the token in the address authorizes it. */
  forms: readonly { path: string; byLink: boolean }[];
  /** All pages; the path of one with ids ends with `_`. */
  pages: readonly { path: string }[];
}

/** Where the site comes from: its build, or in development its sources. */
export abstract class SiteSource {
  /** The folder of the files for browsers; undefined where something else serves them. */
  abstract readonly files: string | undefined;
  /** Whether pages can change while the server runs. */
  abstract readonly changes: boolean;
  abstract load(): Promise<SiteModule>;
}

/** The site that `npm run build` wrote to this folder, `apps/web/build`. */
export class BuiltSite implements SiteSource {
  readonly files: string;
  readonly changes = false;

  constructor(private readonly folder: string) {
    this.files = path.join(folder, 'client');
  }

  load = (): Promise<SiteModule> => import(pathToFileURL(path.join(this.folder, 'server/site.js')).href);
}

const NOT_FOUND: PlaceOfPage = { address: '/404', key: '/404', isOffice: false };
const compressed = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** A page that is the same for every visitor. Memory holds it compressed. */
export interface KeptPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  br: Buffer;
  gz: Buffer;
}

export const contentOf = ({ gz }: KeptPage): Buffer => gunzipSync(gz);

/** The pages of the site, which the build of `apps/web` renders. Each is rendered with its first request, and kept. */
@Injectable()
export class Pages {
  private readonly kept = new Map<string, Promise<KeptPage>>();

  constructor(
    readonly source: SiteSource,
    private readonly settings: Settings,
  ) {
    // Read by the pages when their module is loaded.
    globalThis.SITE = siteValuesOf(settings);
    globalThis.OWNER_CLAIMS = settings.claims;
  }

  /** The page that `find` has found; the page for unknown addresses, with status 404, where there is none. The back office has its own. */
  async at(place = NOT_FOUND): Promise<KeptPage> {
    const page = await this.keptAt(place);
    if (place.key === NOT_FOUND.key || page.status !== 404) return page;
    // Addresses without a page are many.
    this.kept.delete(place.key);
    return place.isOffice ? page : this.keptAt(NOT_FOUND);
  }

  private async keptAt({ address, key }: PlaceOfPage): Promise<KeptPage> {
    const known = this.source.changes ? undefined : this.kept.get(key);
    const page = known ?? this.render(address);
    this.kept.set(key, page);
    return page.catch((error: unknown) => {
      this.kept.delete(key);
      throw error;
    });
  }

  private async render(address: string): Promise<KeptPage> {
    const given = await this.answer(new Request(new URL(address, this.origin)));
    const content = Buffer.from(await given.response.arrayBuffer());
    const type = given.response.headers.get('content-type') ?? '';
    return {
      status: address === NOT_FOUND.address ? 404 : given.response.status,
      headers: {
        'content-type': type,
        'cache-control': 'no-cache',
        ...this.policyOf(address, given, content),
      },
      // Weak, because all encodings share it.
      etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
      br: await compressed.br(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      gz: await compressed.gz(content, { level: 9 }),
    };
  }

  async answer(request: Request, visit: Visit | null = null): Promise<SiteAnswer> {
    const { answer } = await this.load();
    return answer(request, visit);
  }

  load(): Promise<SiteModule> {
    return this.source.load();
  }

  get origin(): string {
    return this.settings.SITE_URL;
  }

  /** The headers of its policy; none for a file, and in development, where Vite adds scripts. */
  policyOf(address: string, { response, scripts, styles }: SiteAnswer, content: Buffer): Record<string, string> {
    if (this.source.changes || !response.headers.get('content-type')?.startsWith('text/html')) return {};
    const frames = content.includes('<iframe');
    return {
      'content-security-policy': contentSecurityPolicy({ address, scripts, styles, frames }, this.settings),
      'reporting-endpoints': REPORTING_ENDPOINTS,
    };
  }
}

const siteValuesOf = (settings: Settings): SiteValues => ({
  product: settings.PRODUCT_NAME,
  supportEmail: settings.SUPPORT_EMAIL,
  postalAddress:
    settings.POSTAL_ADDRESS === SAMPLE_POSTAL_ADDRESS ? DEFAULT_SITE.postalAddress : settings.POSTAL_ADDRESS,
  url: settings.SITE_URL.replace(/\/+$/, ''),
  filmsElsewhere: FILM_NAMES.filter((name) => settings[`VIDEO_${name.toUpperCase() as Uppercase<typeof name>}_URL`]),
});
