import type { Scene } from '../demo/state.ts';

/** What is seen while one caption stands. Elements are named by selectors of Playwright. */
export interface Shot {
  /** Of the typing and the press, too, which come last. */
  seconds: number;
  caption: string;
  /** Covers the screen, with the caption as its sentence. */
  title?: string;
  /** How many of the story's marks are lit, from this shot on. */
  mark?: number;
  /** Whose screen is seen, from this shot on. */
  side?: 'student' | 'portal';
  scene?: Scene;
  /** Pressed before the shot, on any side, without being seen. */
  before?: readonly string[];
  /** What the screen scrolls to. */
  show?: string;
  type?: { into: string; text: string };
  /** Pressed at the end of the shot. */
  press?: string;
}

/** A film: `tools/art/films.ts` records it, and its transcript is made from it. */
export interface Story {
  title: string;
  /** ISO date of the recording. */
  day: string;
  /** The days or the topics of the story. */
  marks: readonly string[];
  /** The shot whose screen is on the poster. */
  poster: number;
  shots: readonly Shot[];
}

export const WEEK = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const;

export interface Caption {
  at: number;
  to: number;
  text: string;
}

/** What is read in the picture, and when. */
export function captionsOf(shots: readonly Shot[]): Caption[] {
  let to = 0;
  return shots.map(({ seconds, title, caption }) => {
    const at = to;
    to = Math.round((at + seconds) * 10) / 10;
    return { at, to, text: title ? `${title}. ${caption}` : caption };
  });
}
