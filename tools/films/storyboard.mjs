/** The storyboards of the films: what is done and shown at which second, and the captions that tell it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../local/setup.mjs';

/**
 * @typedef {import('./view.mjs').Screen} Screen
 * @typedef {object} Step All that begins at one second. An element is named by a selector, or as `role:name`.
 * @property {number} at
 * @property {string} [scene] opens the demo in a named scene
 * @property {{ title: string, lines: string[] }} [card] covers the picture with words
 * @property {true} [uncover]
 * @property {string} [heading]
 * @property {{ on: Screen, to?: string, until?: string, place?: import('./view.mjs').Place }} [look] shows a screen whole, or near from
 *   one element, of the portal until another one
 * @property {{ on: Screen, what: string, clear?: string }} [press] clear: a field that is then empty
 * @property {{ on: Screen, into: string, text: string, seconds: number }} [type]
 *
 * @typedef {object} Storyboard
 * @property {string} title
 * @property {number} seconds length of the film
 * @property {{ seconds: number, steps: Step[] }} poster a short film; its last picture is the poster
 * @property {{ at: number, to: number, text: string }[]} captions
 * @property {Step[]} steps
 *
 * @typedef {{ name: string, hash: string, board: Storyboard }} Film
 */

export const FILMS = path.join(root, 'apps/web/app/films');

/** All films, or those of these names. @param {string[]} names @returns {Promise<Film[]>} */
export async function storyboards(names) {
  const files = (await readdir(FILMS)).filter((file) => file.endsWith('.storyboard.json'));
  const known = files.map((file) => file.replace('.storyboard.json', ''));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`No film is named ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  const wanted = names.length ? names : known;
  return Promise.all(wanted.map(read));
}

/** @param {string} name @returns {Promise<Film>} */
async function read(name) {
  const text = await readFile(path.join(FILMS, `${name}.storyboard.json`), 'utf8');
  const board = JSON.parse(text);
  return { name, hash: hashOf(board), board };
}

/** Of what is seen: the captions are not in the picture. @param {Storyboard} board */
const hashOf = ({ seconds, poster, steps }) =>
  createHash('sha256').update(JSON.stringify({ seconds, poster, steps })).digest('hex');
