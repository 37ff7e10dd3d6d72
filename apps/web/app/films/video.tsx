import { type Film, isElsewhere, playerOf } from './films.ts';
import './video.css';

export interface VideoInfo {
  film: Film;
  /** What the film shows, in a sentence. */
  text: string;
  /** HTML document shown in the frame until the film is played. */
  poster: string;
}

/** A frame with a poster document whose link plays the film in the frame. No script, and no film is loaded before the press. */
export function Video({ film, text, poster }: VideoInfo) {
  const { title } = film;
  const watch = (
    <a href={playerOf(film)} target="_blank" rel="noopener">
      Watch in a new tab<span className="unseen">: {title}</span>
    </a>
  );
  return (
    <article className="video">
      {/* The player needs scripts and its own origin; a sandbox that allows both would restrict nothing. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        srcDoc={poster}
        title={`Video: ${title}`}
        loading="lazy"
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      />
      <h2>{title}</h2>
      <p>{text}</p>
      {isElsewhere(film) ? (
        <p className="small quiet">
          The video comes from its host, which sees your internet address once you press play. {watch}
        </p>
      ) : (
        <>
          <p className="small quiet">
            {clock(film.seconds)}. No sound: the captions tell the story. {watch}
          </p>
          <Transcript of={film} />
        </>
      )}
    </article>
  );
}

const Transcript = ({ of: { title, captions } }: { of: Film }) => (
  <details>
    <summary>
      Transcript<span className="unseen">: {title}</span>
    </summary>
    <ol>
      {captions.map(({ at, text }) => (
        <li key={at}>
          <span className="quiet">{clock(at)}</span> {text}
        </li>
      ))}
    </ol>
  </details>
);

/** 0:05, 1:20. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
