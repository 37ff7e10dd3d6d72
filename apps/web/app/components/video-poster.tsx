import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type VideoInfo, videoAddress } from './video.tsx';
import styles from './video-poster.css?url';

/** Adds the poster document: pictures of the product and a play link. Route loaders call it at build time. */
export const withPoster = (video: Omit<VideoInfo, 'poster'>, pictures: ReactNode): VideoInfo => ({
  ...video,
  poster: `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <title>{video.title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <a href={videoAddress(video.of)}>
          <div className="pictures" aria-hidden="true">
            {pictures}
          </div>
          <span className="play">
            <svg width="20" height="20" viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
              <path d="M8 4.6v20.8a1.4 1.4 0 0 0 2.1 1.2l17-10.4a1.4 1.4 0 0 0 0-2.4l-17-10.4A1.4 1.4 0 0 0 8 4.6z" />
            </svg>
            <span>
              Play video<span className="unseen">: {video.title}</span>
            </span>
          </span>
        </a>
      </body>
    </html>,
  )}`,
});
