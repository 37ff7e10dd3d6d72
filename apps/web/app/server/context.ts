import type { SiteServices } from '@lampstand/contracts';
import { createContext } from 'react-router';
import type { Page } from '../seo/page.ts';

/** The nonce of the policy for inline scripts and styles; null for a page that is kept for all visitors. */
export const nonceContext = createContext<string | null>(null);

/** Where `entry.server.tsx` notes what the policy of the page has to allow. */
export const inlineContext = createContext<{ scripts: string[]; styles: string[] }>();

/** All pages, for files made of them: a route cannot import what lists the routes. */
export const pagesContext = createContext<Page[]>();

/** Renders the page at a path, for files made of pages. */
export const renderContext = createContext<(path: string) => Promise<string>>();

/** The calls of the server for one visitor. A page that is kept for all visitors has none: reading it throws. */
export const servicesContext = createContext<SiteServices>();
