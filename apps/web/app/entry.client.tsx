import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isTranslated, keepTexts } from './lib/translated.ts';

keepTexts();
const app = (
  <StrictMode>
    <HydratedRouter />
  </StrictMode>
);

/** React takes over what the server rendered. Where the page was translated before, React renders it anew, with what was typed. */
startTransition(() => {
  if (isTranslated()) createRoot(document).render(app);
  else
    hydrateRoot(document, app, {
      onRecoverableError: (error) => {
        if (!isTranslated()) reportError(error);
      },
    });
});
