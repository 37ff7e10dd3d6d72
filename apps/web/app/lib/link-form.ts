import type { Answered, PostedForm, Refusal, SiteServices } from '@lampstand/contracts';
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  type MetaDescriptor,
} from 'react-router-dom';
import { formHeadOf } from '../seo/head.ts';
import type { Page } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { formOf } from './posted-form.ts';

/** The end of a page behind a link of a mail. */
export interface Outcome {
  title: string;
  text: string;
  link?: { href: string; label: string };
}

/** What the action has done, for the loader, and so for the title and the page. */
interface Pressed {
  typed?: PostedForm;
  /** Of the call, where it has no outcome. */
  value?: unknown;
  outcome?: Outcome | undefined;
  refusal?: Refusal | undefined;
}

const pressedContext = createContext<Pressed>({});

type Call<Value> = (services: SiteServices, form: PostedForm) => Promise<Answered<Value>>;

/**
 * The action of a page behind a link of a mail. `call` gets what was typed and the token of the link. Without an outcome the page shows
 * its form again.
 */
export const linkAction =
  <Value>(call: Call<Value>, outcomeOf: (value: Value) => Outcome | undefined) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const typed = await formOf(request);
    const { value, refusal } = await call(context.get(servicesContext), { ...typed, token: tokenOf(request) });
    const outcome = refusal ? undefined : outcomeOf(value);
    context.set(pressedContext, { typed, value, outcome, refusal });
    return data(null, { status: refusal?.status ?? 200 });
  };

/** `broken`: the page has no link that works. */
export interface LoadedLink extends Pressed {
  token: string;
  broken: boolean;
}

export function loadLink({ request, context }: LoaderFunctionArgs): LoadedLink {
  const token = tokenOf(request);
  const pressed = context.get(pressedContext);
  return { ...pressed, token, broken: !token || isOfLink(pressed.refusal) };
}

/** Whether the link is incomplete, forged or old, or was taken back. */
const isOfLink = (refusal: Refusal | undefined) =>
  refusal?.status === 410 || refusal?.error.fields?.['token'] !== undefined;

function tokenOf({ url }: Request): string {
  const [token = '', another] = new URL(url).searchParams.getAll('token');
  return another === undefined ? token : '';
}

export function linkHeadOf(page: Page, loaderData: LoadedLink | undefined): MetaDescriptor[] {
  const title = loaderData?.outcome?.title;
  return formHeadOf(title ? { ...page, title } : page, {
    refused: loaderData?.refusal !== undefined,
  });
}
