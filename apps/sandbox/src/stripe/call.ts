import type { Resource } from '../store/store.ts';
import type { Params } from './form.ts';
import type { World } from './world.ts';

export interface Asked {
  id: string;
  params: Params;
  publishable: boolean;
}

/** One line of the Stripe API: what may be asked, what is answered, and the work between. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  params: string;
  answer?: string;
  list?: string;
  publishable?: boolean;
  run: (world: World, asked: Asked) => Resource | Listing;
}

export interface Listing {
  object: 'list';
  data: Resource[];
  has_more: boolean;
  url: string;
}
