import type { Config } from '@react-router/dev/config';
import { pages } from './app/site/pages.ts';

export default {
  ssr: false,
  prerender: { paths: Object.values(pages).map((page) => page.path), concurrency: 2 },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
