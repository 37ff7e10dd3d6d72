import type { FilmName } from '@lampstand/contracts';
import { site } from '../lib/site.ts';
import portal from './portal.storyboard.json';
import portalSmallAvif from './recorded/portal-768.avif?url';
import portalAvif from './recorded/portal.avif?url';
import portalJpeg from './recorded/portal.jpg?url';
import portalMp4 from './recorded/portal.mp4?url';
import portalWebm from './recorded/portal.webm?url';
import recorded from './recorded/recorded.json';
import studentSmallAvif from './recorded/student-768.avif?url';
import studentAvif from './recorded/student.avif?url';
import studentJpeg from './recorded/student.jpg?url';
import studentMp4 from './recorded/student.mp4?url';
import studentWebm from './recorded/student.webm?url';
import walkthroughSmallAvif from './recorded/walkthrough-768.avif?url';
import walkthroughAvif from './recorded/walkthrough.avif?url';
import walkthroughJpeg from './recorded/walkthrough.jpg?url';
import walkthroughMp4 from './recorded/walkthrough.mp4?url';
import walkthroughWebm from './recorded/walkthrough.webm?url';
import student from './student.storyboard.json';
import walkthrough from './walkthrough.storyboard.json';

interface Caption {
  at: number;
  to: number;
  text: string;
}

/** A film of the demo: recorded by `tools/art/films.ts` from its storyboard, which also has the captions. */
export interface Film {
  name: FilmName;
  title: string;
  seconds: number;
  /** ISO date of the recording. */
  day: string;
  captions: readonly Caption[];
  /** 1280 pixels wide, and 768 for phones. */
  poster: { smallAvif: string; avif: string; jpeg: string };
  mp4: string;
  webm: string;
}

const FILES = {
  student: {
    poster: { smallAvif: studentSmallAvif, avif: studentAvif, jpeg: studentJpeg },
    mp4: studentMp4,
    webm: studentWebm,
  },
  portal: {
    poster: { smallAvif: portalSmallAvif, avif: portalAvif, jpeg: portalJpeg },
    mp4: portalMp4,
    webm: portalWebm,
  },
  walkthrough: {
    poster: { smallAvif: walkthroughSmallAvif, avif: walkthroughAvif, jpeg: walkthroughJpeg },
    mp4: walkthroughMp4,
    webm: walkthroughWebm,
  },
};

const film = (name: FilmName, { title, seconds, captions }: Pick<Film, 'title' | 'seconds' | 'captions'>): Film => ({
  name,
  title,
  seconds,
  captions,
  day: recorded[name].day,
  ...FILES[name],
});

export const FILMS: Record<FilmName, Film> = {
  student: film('student', student),
  portal: film('portal', portal),
  walkthrough: film('walkthrough', walkthrough),
};

/** Whether a `VIDEO_…_URL` replaces the film. */
export const isElsewhere = ({ name }: Film): boolean => site.filmsElsewhere.includes(name);

/** Where the film plays: the player of the site, or the host that the owner has set. */
export const playerOf = (film: Film): string =>
  isElsewhere(film) ? `/api/go/video-${film.name}` : playerPath(film.name);

export const playerPath = (name: FilmName): string => `/films/${name}`;
export const captionsPath = (name: FilmName): string => `/films/${name}.vtt`;
