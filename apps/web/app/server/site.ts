/** What the server imports of the pages: `SiteModule` in the API's `site/pages.ts`. */
import { createRequestHandler, generatePath, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { site } from '../lib/site.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import type { SiteServices } from '@lampstand/contracts';
import { inlineContext, nonceContext, pagesContext, renderContext, servicesContext } from './context.ts';

const handle = createRequestHandler(build, import.meta.env.MODE);

/** A module that answers several routes has one handle. */
const handles = new Set(Object.values(build.routes).map((route) => route?.module.handle as PageHandle | undefined));

/** All pages, in the order of their routes. */
export const pages: Page[] = [...handles].flatMap((each) => each?.page ?? []);

interface Visit {
  nonce: string;
  services: SiteServices;
}

export async function answer(request: Request, visit: Visit | null) {
  const context = new RouterContextProvider();
  const inline: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] };
  context.set(nonceContext, visit?.nonce ?? null);
  if (visit) context.set(servicesContext, visit.services);
  context.set(inlineContext, inline);
  context.set(pagesContext, pages);
  context.set(renderContext, render);
  return { response: await handle(request, context), ...inline };
}

async function render(path: string): Promise<string> {
  const { response } = await answer(new Request(new URL(path, site.url)), null);
  return response.text();
}

const routesBelow = (parentId?: string): RouteObject[] =>
  Object.values(build.routes)
    .filter((each) => each !== undefined)
    .filter((each) => each.parentId === parentId)
    .map(({ id, path = '', index }) => (index ? { id, path, index } : { id, path, children: routesBelow(id) }));
const routes = routesBelow('root');

/**
 * The page of a route that matches this path, whose loader may still answer 404: its address as links spell it, since routes match in any
 * case; and the key of what the server renders, which is the same for all ids of the back office.
 */
export function find(path: string): { address: string; key: string; isOffice: boolean } | undefined {
  const matches = matchRoutes(routes, path) ?? [];
  if (!matches.length) return undefined;
  const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`;
  const address = generatePath(pattern, matches.at(-1)!.params);
  const isOffice = matches.some(({ route }) => handleOf(route.id).header === 'staff');
  return { address, key: isOffice ? address.replace(/\d+$/, ':id') : address, isOffice };
}

const handleOf = (id = ''): Partial<PageHandle> => build.routes[id]?.module.handle ?? {};

export const readsQuery = (path: string): boolean =>
  handleOf(matchRoutes(routes, path)?.at(-1)?.route.id).readsQuery === true;

export const forms = Object.values(build.routes).flatMap((each) =>
  each?.module.action && each.path ? [{ path: `/${each.path}`, byLink: handleOf(each.id).byLink === true }] : [],
);
