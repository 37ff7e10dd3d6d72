import { appPages } from './app-pages.ts';
import { articlePages } from './article-pages.ts';
import { backOfficePages } from './back-office-pages.ts';
import { formPages } from './form-pages.ts';
import { publicPages } from './public-pages.ts';

export type { Page } from './page.ts';

/** The one table of pages: routes take their head from it, the build its list of files, the server what exists. */
export const pages = { ...publicPages, ...articlePages, ...formPages, ...appPages, ...backOfficePages };
