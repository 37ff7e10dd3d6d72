import type { FilmName } from '@lampstand/contracts';
import { site } from '../lib/site.ts';
import { PORTAL } from './portal-story.ts';
import portalTallAvif from './recorded/portal-tall.avif?url';
import portalTallMp4 from './recorded/portal-tall.mp4?url';
import portalAvif from './recorded/portal-wide.avif?url';
import portalJpeg from './recorded/portal-wide.jpg?url';
import portalMp4 from './recorded/portal-wide.mp4?url';
import studentTallAvif from './recorded/student-tall.avif?url';
import studentTallMp4 from './recorded/student-tall.mp4?url';
import studentAvif from './recorded/student-wide.avif?url';
import studentJpeg from './recorded/student-wide.jpg?url';
import studentMp4 from './recorded/student-wide.mp4?url';
import walkthroughTallAvif from './recorded/walkthrough-tall.avif?url';
import walkthroughTallMp4 from './recorded/walkthrough-tall.mp4?url';
import walkthroughAvif from './recorded/walkthrough-wide.avif?url';
import walkthroughJpeg from './recorded/walkthrough-wide.jpg?url';
import walkthroughMp4 from './recorded/walkthrough-wide.mp4?url';
import { type Caption, captionsOf, type Story } from './story.ts';
import { STUDENT } from './student-story.ts';
import { WALKTHROUGH } from './walkthrough-story.ts';

/** A film of the demo: 1280x720, and 720x1280 for phones. */
export interface Film extends Pick<Story, 'title' | 'day'> {
  name: FilmName;
  seconds: number;
  captions: readonly Caption[];
  poster: { tall: string; wide: string; jpeg: string };
  mp4: { tall: string; wide: string };
}

const film = (name: FilmName, { title, day, shots }: Story, poster: Film['poster'], mp4: Film['mp4']): Film => {
  const captions = captionsOf(shots);
  return { name, title, day, captions, seconds: Math.round(captions.at(-1)!.to), poster, mp4 };
};

export const FILMS: Record<FilmName, Film> = {
  student: film(
    'student',
    STUDENT,
    { tall: studentTallAvif, wide: studentAvif, jpeg: studentJpeg },
    { tall: studentTallMp4, wide: studentMp4 },
  ),
  portal: film(
    'portal',
    PORTAL,
    { tall: portalTallAvif, wide: portalAvif, jpeg: portalJpeg },
    { tall: portalTallMp4, wide: portalMp4 },
  ),
  walkthrough: film(
    'walkthrough',
    WALKTHROUGH,
    { tall: walkthroughTallAvif, wide: walkthroughAvif, jpeg: walkthroughJpeg },
    { tall: walkthroughTallMp4, wide: walkthroughMp4 },
  ),
};

/** Whether a `VIDEO_…_URL` replaces the film. */
export const isElsewhere = ({ name }: Film): boolean => site.filmsElsewhere.includes(name);

/** Where the film plays: the player of the site, or the host that the owner has set. */
export const playerOf = (film: Film): string =>
  isElsewhere(film) ? `/api/go/video-${film.name}` : playerPath(film.name);

export const playerPath = (name: FilmName): string => `/films/${name}`;
export const captionsPath = (name: FilmName): string => `/films/${name}.vtt`;
