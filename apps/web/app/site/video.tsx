import '../styles/video.css';

export interface Film {
  of: 'student' | 'portal';
  title: string;
  text: string;
  /** The page that stands in the frame until the video is asked for. */
  poster: string;
}

/** A frame that shows its poster; a press leads the frame itself to the video, without a script and not a request before. */
export function Video({ of, title, text, poster }: Film) {
  return (
    <article className="video">
      {/* The poster is ours, and a player needs an origin of its own: a sandbox that lets both work holds nothing back. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        srcDoc={poster}
        title={`Video: ${title}`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      />
      <h2>{title}</h2>
      <p>{text}</p>
      <p className="small quiet">
        The video comes from its host, which sees your internet address once you press play.{' '}
        <a href={videoAddress(of)} target="_blank" rel="noopener">
          Watch in a new tab<span className="unseen">: {title}</span>
        </a>
      </p>
    </article>
  );
}

export const videoAddress = (of: Film['of']): string => `/api/go/video-${of}`;
