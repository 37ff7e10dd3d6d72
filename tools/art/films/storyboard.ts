/** The storyboards of the films: what is done and shown at which second, and the captions that tell it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../local/setup.ts';
import type { Screen, Place } from './view.ts';

/** All that begins at one second. An element is named by a selector, or as `role:name`. */
export interface Step {
  at: number;
  /** Opens the demo in a named scene */
  scene?: string;
  /** Covers the picture with words */
  card?: { title: string; lines: string[] };
  uncover?: true;
  heading?: string;
  /** Shows a screen whole, or near from
one element, of the portal until another one */
  look?: { on: Screen; to?: string; until?: string; place?: Place };
  /** clear: a field that is then empty */
  press?: { on: Screen; what: string; clear?: string };
  type?: { on: Screen; into: string; text: string; seconds: number };
}

export interface Storyboard {
  title: string;
  /** Length of the film */
  seconds: number;
  /** A short film; its last picture is the poster */
  poster: { seconds: number; steps: Step[] };
  captions: { at: number; to: number; text: string }[];
  steps: Step[];
}

export type Film = { name: string; hash: string; board: Storyboard };

export const FILMS = path.join(root, 'apps/web/app/films');

/** All films, or those of these names. */
export async function storyboards(names: string[]): Promise<Film[]> {
  const files = (await readdir(FILMS)).filter((file) => file.endsWith('.storyboard.json'));
  const known = files.map((file) => file.replace('.storyboard.json', ''));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`No film is named ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  const wanted = names.length ? names : known;
  return Promise.all(wanted.map(read));
}

async function read(name: string): Promise<Film> {
  const text = await readFile(path.join(FILMS, `${name}.storyboard.json`), 'utf8');
  const board = JSON.parse(text);
  return { name, hash: hashOf(board), board };
}

/** Of what is seen: the captions are not in the picture. */
const hashOf = ({ seconds, poster, steps }: Storyboard) =>
  createHash('sha256').update(JSON.stringify({ seconds, poster, steps })).digest('hex');
