import { FILM_NAMES } from '@lampstand/contracts';
import { site } from '../lib/site.ts';
import { captionsPath, type Film, FILMS, playerPath } from './films.ts';
import styles from './player.css?url';

const FILES: Record<string, () => Response> = Object.fromEntries(
  FILM_NAMES.flatMap((name) => [
    [captionsPath(name), () => fileOf(captionsOf(FILMS[name]), 'text/vtt')],
    [playerPath(name), () => fileOf(playerOf(FILMS[name]), 'text/html')],
  ]),
);

/** The captions and the player of each film. */
export function loader({ request }: { request: Request }) {
  const file = FILES[new URL(request.url).pathname];
  if (!file) throw new Response(null, { status: 404 });
  return file();
}

const fileOf = (text: string, type: string) =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });

/** WebVTT (https://www.w3.org/TR/webvtt1/). */
const captionsOf = ({ captions }: Film): string =>
  ['WEBVTT', ...captions.map(({ at, to, text }) => `${time(at)} --> ${time(to)}\n${escaped(text)}`), ''].join('\n\n');

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

/** The document that plays in the frame of a page, whose `main` is the page’s. It needs no script; the captions are in the picture, too. */
const playerOf = ({ name, title, mp4 }: Film): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, indexifembedded">
<title>${escaped(title)}: the film | ${escaped(site.product)}</title>
<link rel="stylesheet" href="${styles}">
</head>
<body>
<h1>${escaped(title)}</h1>
<video aria-label="${escaped(title)}" controls autoplay muted playsinline autofocus>
<source src="${mp4.tall}" type="video/mp4" media="(orientation: portrait)">
<source src="${mp4.wide}" type="video/mp4">
<track kind="captions" srclang="en" label="English" src="${captionsPath(name)}">
<a href="${mp4.wide}" download>Download the film</a>
</video>
</body>
</html>
`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
