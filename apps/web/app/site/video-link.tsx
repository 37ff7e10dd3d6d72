import type { ReactNode } from 'react';
import '../styles/video.css';

interface Props {
  title: string;
  text: string;
  href: string;
  level: 'h2' | 'h3';
  children: ReactNode;
}

/** A drawn picture in place of a video. Nothing is fetched from the video's host before somebody follows the link. */
export function VideoLink({ title, text, href, level: Heading, children }: Props) {
  return (
    <article className="video">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <span className="poster" aria-hidden="true">
          {children}
          <span className="play">
            <svg width="30" height="30" viewBox="0 0 30 30" fill="currentColor">
              <path d="M8 4.6v20.8a1.4 1.4 0 0 0 2.1 1.2l17-10.4a1.4 1.4 0 0 0 0-2.4l-17-10.4A1.4 1.4 0 0 0 8 4.6z" />
            </svg>
          </span>
        </span>
        <span className="play-label">
          Play video<span className="unseen">: {title} (opens in a new tab)</span>
        </span>
      </a>
      <Heading>{title}</Heading>
      <p>{text}</p>
      <p className="small quiet">The video comes from its host, which then sees your internet address.</p>
    </article>
  );
}
