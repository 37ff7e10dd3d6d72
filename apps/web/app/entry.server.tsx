import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { Nonce } from './components/inline-script.tsx';
import { inlineContext, nonceContext } from './server/context.ts';
import { finished } from './server/document.ts';

/** Whole documents: loaders await all their data, so nothing is left to stream. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Development has no policy.
  const nonce = (import.meta.env.PROD && context.get(nonceContext)) || undefined;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <Nonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </Nonce>,
      {
        nonce: nonce!,
        // Else a long part, such as a step of the sign-up, stays hidden until a script shows it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const html = text(pipe(new PassThrough()));
          resolve(html.then((page) => new Response(import.meta.env.PROD ? finish(page) : page, { status, headers })));
        },
        onShellError: reject,
        onError: reject,
      },
    );
  });

  function finish(page: string): string {
    const { html, ...inline } = finished(page, nonce);
    Object.assign(context.get(inlineContext), inline);
    return html;
  }
}

/** Answers of 404 and 405 are no failures. */
export function handleError(error: unknown) {
  if (!isRouteErrorResponse(error)) console.error('page failed', error);
}
