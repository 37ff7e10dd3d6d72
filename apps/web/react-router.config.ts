import type { Config } from '@react-router/dev/config';
import { ARTICLE_PATHS } from './app/site/article-pages.ts';
import { pages } from './app/site/pages.ts';

const pagePaths = Object.values(pages).map((page) => page.path);
const files = ['/sitemap.xml', '/search.json', '/robots.txt', '/site.webmanifest'];

export default {
  ssr: false,
  prerender: { paths: [...pagePaths, ...ARTICLE_PATHS, ...files], concurrency: 2 },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
