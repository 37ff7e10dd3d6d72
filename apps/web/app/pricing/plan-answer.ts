import { planFor, type Refusal } from '@lampstand/contracts';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { servicesContext } from '../server/context.ts';

export const MOST_PEOPLE = 100_000;

/** The number of people that was typed; undefined unless it is a whole number of 1 to 100,000. */
function peopleIn(typed: string): number | undefined {
  const people = /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : 0;
  return people >= 1 && people <= MOST_PEOPLE ? people : undefined;
}

/** The answer to "How many take part in a normal month?", from the address: the number, and the dates of a sign-up today. */
export async function loadAnswer({ request, context }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('people')?.slice(0, 20);
  if (typed === undefined) return {} as Loaded;
  const people = peopleIn(typed);
  if (!people) return data<Loaded>({ typed }, { status: 400 });
  const { value: dates, refusal } = await context.get(servicesContext).datesOfToday();
  return refusal
    ? data<Loaded>({ typed, refusal }, { status: refusal.status })
    : ({ typed, people, dates } satisfies Loaded);
}

/** The same for the sheet, whose question is on the page of the prices. */
export async function loadSheet(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url);
  const typed = searchParams.get('people');
  if (typed !== null && !peopleIn(typed)) throw redirect(`/pricing${search}#how-many`, 303);
  return loadAnswer(args);
}

interface Loaded {
  typed?: string;
  people?: number;
  dates?: { today: string; firstCharge: string };
  refusal?: Refusal;
}

/** What the page knows of the question: nothing, what was typed, or the answer. */
export function usePlanAnswer() {
  const { typed, people, dates, refusal } = useLoaderData<Loaded>();
  return { typed, refusal, answer: people && dates ? { people, plan: planFor(people), ...dates } : undefined };
}

export type PlanAnswer = NonNullable<ReturnType<typeof usePlanAnswer>['answer']>;
