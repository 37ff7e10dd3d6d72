import { renderToStaticMarkup } from 'react-dom/server';
import { type Film, playerOf } from './films.ts';
import type { VideoInfo } from './video.tsx';
import styles from './video-poster.css?url';

/** Adds the poster document: a picture of the film and a play link. Route loaders call it at build time. */
export const withPoster = (film: Film, text: string): VideoInfo => ({
  film,
  text,
  poster: `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <title>{film.title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <a href={playerOf(film)} aria-label={`Play video: ${film.title}`}>
          <picture>
            <source media="(orientation: portrait)" srcSet={film.poster.tall} type="image/avif" />
            <source srcSet={film.poster.wide} type="image/avif" />
            <img src={film.poster.jpeg} width="1280" height="720" alt="" fetchPriority="low" />
          </picture>
          <span className="play">
            <svg width="20" height="20" viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
              <path d="M8 4.6v20.8a1.4 1.4 0 0 0 2.1 1.2l17-10.4a1.4 1.4 0 0 0 0-2.4l-17-10.4A1.4 1.4 0 0 0 8 4.6z" />
            </svg>
            Play video
          </span>
        </a>
      </body>
    </html>,
  )}`,
});
