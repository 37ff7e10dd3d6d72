import type { ErrorBody, PostedForm, Refusal } from '@lampstand/contracts';
import { useState } from 'react';
import { createContext, data, type RouterContextProvider, useActionData } from 'react-router-dom';

type Context = Readonly<RouterContextProvider>;

/** A form that the server refused, which a browser posts without scripts or before they run. */
export interface RefusedForm {
  typed: PostedForm;
  error: ErrorBody;
}

/** The values of the controls that a browser posted. */
export const formOf = async (request: Request): Promise<PostedForm> =>
  Object.fromEntries(new URLSearchParams(await request.text()));

/** Whether the action has refused the form, for the loader and so for the title of the page. */
const refusedContext = createContext(false);

/** The answer of an action that shows the form again. */
export function refuse(context: Context, typed: PostedForm, { status, error }: Refusal) {
  context.set(refusedContext, true);
  return data<RefusedForm>({ typed, error }, { status });
}

/** The loader of a page with a form: tells its `meta` whether the form was refused. */
export const loadRefused = ({ context }: { context: Context }) => ({ refused: context.get(refusedContext) });

type Posted = Partial<RefusedForm & { screen: number }> | undefined;

/** What the action answered with the page. Kept, since React Router forgets it with the next navigation. */
export function usePosted(): Posted {
  const posted = useActionData<Posted>();
  return useState(posted)[0];
}

/** The refused form that the page shows again; undefined on a page that was only opened. */
export function useRefusedForm(): RefusedForm | undefined {
  const posted = usePosted();
  return posted?.typed && posted.error ? (posted as RefusedForm) : undefined;
}

/** What was typed into the control with this name before the server answered with the page. */
export const useTyped = (name: string): string | undefined => usePosted()?.typed?.[name];

/** The messages of a refused form in the shape of React Hook Form, which takes the same object each time. */
export const errorsOf = (refused: RefusedForm | undefined) =>
  Object.fromEntries(
    Object.entries(refused?.error.fields ?? {}).map(([name, message]) => [name, { type: 'server', message }]),
  );
