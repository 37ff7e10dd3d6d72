import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import styles from '../styles/video-poster.css?url';
import { type Film, videoAddress } from './video.tsx';

/** Adds to a film its poster: a page of one drawing and one link. Called at build, by the loader of a route. */
export const withPoster = (film: Omit<Film, 'poster'>, drawing: ReactNode): Film => ({
  ...film,
  poster: `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <title>{film.title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <a href={videoAddress(film.of)}>
          {drawing}
          <span className="play">
            <svg width="20" height="20" viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
              <path d="M8 4.6v20.8a1.4 1.4 0 0 0 2.1 1.2l17-10.4a1.4 1.4 0 0 0 0-2.4l-17-10.4A1.4 1.4 0 0 0 8 4.6z" />
            </svg>
            <span>
              Play video<span className="unseen">: {film.title}</span>
            </span>
          </span>
        </a>
      </body>
    </html>,
  )}`,
});
