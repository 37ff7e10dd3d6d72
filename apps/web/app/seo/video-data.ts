import type { VideoObject, WithContext } from 'schema-dts';
import { type Film, isElsewhere, playerPath } from '../films/films.ts';
import { site } from '../lib/site.ts';

/** Structured data of a film that the site has itself. Of one elsewhere, neither date nor length is known. */
export const videoLd = (film: Film, description: string): WithContext<VideoObject>[] =>
  isElsewhere(film)
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'VideoObject',
          name: `${film.title}, ${site.product}`,
          description,
          thumbnailUrl: site.url + film.poster.jpeg,
          uploadDate: `${film.day}T00:00:00Z`,
          duration: `PT${Math.floor(film.seconds / 60)}M${film.seconds % 60}S`,
          contentUrl: site.url + film.mp4.wide,
          embedUrl: site.url + playerPath(film.name),
          transcript: film.captions.map(({ text }) => text).join(' '),
          inLanguage: 'en',
        },
      ];
