import type { Config } from '@react-router/dev/config';
import { FILM_NAMES } from './app/lib/site.ts';
import { ARTICLE_PATHS, pages } from './app/seo/pages.ts';
import { HELP_PATHS } from './app/seo/help-pages.ts';
import { imageOf, imagePath } from './app/seo/head.ts';

const filmFiles = FILM_NAMES.flatMap((film) => [`/films/${film}/index.html`, `/films/${film}.vtt`]);
const textPaths = [...ARTICLE_PATHS, ...HELP_PATHS];
const pagePaths = [...pages.map((page) => page.path), ...textPaths];
const images = [...new Set([...pages.map(imageOf), ...textPaths.map(imagePath)])].filter(
  (image) => image !== undefined,
);
const files = ['/sitemap.xml', '/feed.xml', '/robots.txt', '/site.webmanifest', ...filmFiles];

export default {
  ssr: false,
  prerender: { paths: [...pagePaths, ...images, ...files], concurrency: 2 },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
