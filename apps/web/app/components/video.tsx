import './video.css';

export interface VideoInfo {
  of: 'student' | 'portal';
  title: string;
  text: string;
  /** HTML document shown in the frame until the video is played. */
  poster: string;
}

/** A frame with a poster document whose link loads the video into the frame. No script, and no request before the press. */
export function Video({ of, title, text, poster }: VideoInfo) {
  return (
    <article className="video">
      {/* The player needs scripts and its own origin; a sandbox that allows both would restrict nothing. */}
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

export const videoAddress = (of: VideoInfo['of']): string => `/api/go/video-${of}`;
