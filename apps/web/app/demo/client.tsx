/** `/demo.js`: hydrates the islands of pages that have no other script of React. */
import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isTranslated, keepTexts } from '../lib/translated.ts';
import { FullDemo } from './full-demo.tsx';
import type { ISLANDS } from './island.tsx';
import { WeekDemo } from './week-demo.tsx';

const CONTENTS: Record<(typeof ISLANDS)[number], ReactNode> = { hero: <WeekDemo />, full: <FullDemo /> };

keepTexts();

/** Resolves when the controls of the island work. */
export const hydrate = (island: HTMLElement): Promise<void> =>
  new Promise((done) => {
    const name = island.dataset['island'] as keyof typeof CONTENTS;
    const content = <Hydrated then={done}>{CONTENTS[name]}</Hydrated>;
    if (isTranslated()) createRoot(island).render(content);
    else hydrateRoot(island, content);
  });

function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}
