/** The films: what is recorded matches the storyboards, and what is served matches both. Nothing is recorded again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pageOf, SITE_FOLDER, tidy } from '../site/built-page.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const FILMS = path.resolve(import.meta.dirname, '../../apps/web/app/films');
const PAGES = { student: '/trial-demo', portal: '/trial-demo', walkthrough: '/gettingstarted' };
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];

interface Caption {
  at: number;
  to: number;
  text: string;
}
interface Storyboard {
  title: string;
  seconds: number;
  captions: Caption[];
  poster: unknown;
  steps: unknown[];
}

const storyboardOf = (name: string): Storyboard =>
  JSON.parse(readFileSync(path.join(FILMS, `${name}.storyboard.json`), 'utf8'));
/** Of what is seen: the captions are not in the picture. */
const hashOf = ({ seconds, poster, steps }: Storyboard): string =>
  createHash('sha256').update(JSON.stringify({ seconds, poster, steps })).digest('hex');
const recordings: Record<string, { storyboard: string; seconds: number; bytes: Record<string, number> }> = JSON.parse(
  readFileSync(path.join(FILMS, 'recorded/recorded.json'), 'utf8'),
);
const recorded = (file: string) => readFileSync(path.join(FILMS, 'recorded', file));

/** Seconds of an MP4, as its movie header says (ISO 14496-12). */
const secondsOf = (mp4: Buffer): number => {
  const at = mp4.indexOf('mvhd') + 4;
  return mp4.readUInt32BE(at + 16) / mp4.readUInt32BE(at + 12);
};

describe.each(NAMES)('the film "%s"', (name) => {
  const board = storyboardOf(name);

  it('is recorded from the present storyboard: if not, run `npm run films`', () => {
    expect(recordings[name]).toMatchObject({
      storyboard: hashOf(board),
      seconds: board.seconds,
      bytes: { webm: recorded(`${name}.webm`).length, mp4: recorded(`${name}.mp4`).length },
    });
  });

  it('is 60 to 90 seconds long and at most 4 MB large, and an MP4 starts before it is loaded', () => {
    const mp4 = recorded(`${name}.mp4`);
    expect(secondsOf(mp4)).toBeCloseTo(board.seconds, 1);
    expect(board.seconds).toBeGreaterThanOrEqual(60);
    expect(board.seconds).toBeLessThanOrEqual(90);
    for (const size of Object.values(recordings[name]!.bytes)) expect(size).toBeLessThanOrEqual(4_000_000);
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
  });

  it('has captions that can be read: two lines, 17 characters in a second, one after the other', () => {
    for (const [index, { at, to, text }] of board.captions.entries()) {
      expect({ text, long: text.length <= 84, fast: text.length / (to - at) <= 17 }).toEqual({
        text,
        long: true,
        fast: true,
      });
      expect(at).toBeGreaterThanOrEqual(board.captions[index - 1]?.to ?? 0);
      expect(to).toBeLessThanOrEqual(board.seconds);
    }
  });

  it('has the same captions as WebVTT and as a transcript on its page', () => {
    const words = board.captions.map(({ text }) => tidy(text));
    const cues = readFileSync(path.join(SITE_FOLDER, `films/${name}.vtt`), 'utf8')
      .trim()
      .split('\n\n');
    expect(cues.shift()).toBe('WEBVTT');
    expect(cues.map((cue) => tidy(cue.split('\n')[1]!))).toEqual(words);
    for (const cue of cues) expect(cue).toMatch(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}\n/);
    const { $, text } = pageOf(PAGES[name]);
    const transcript = $('.video')
      .filter((_, each) => $(each).find('h2').text() === board.title)
      .find('details li');
    expect(transcript.toArray().map((each) => tidy($(each).text()).replace(/^\d:\d\d /, ''))).toEqual(words);
    expect(text()).toContain('No sound: the captions tell the story');
  });

  it('plays in a document of its own, that only our pages frame', async () => {
    const player = await fetch(`${stack.url}/films/${name}`);
    const html = await player.text();
    expect(player.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(html).toContain('content="noindex, indexifembedded"');
    expect(html).toMatch(/<track kind="captions" srclang="en" label="English" src="[^"]+" default>/);
    const captions = await fetch(`${stack.url}/films/${name}.vtt`);
    expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    const sources = [...html.matchAll(/<source src="([^"]+)" type="([^"]+)">/g)];
    expect(sources.map(([, , type]) => type)).toEqual(['video/webm', 'video/mp4']);
    for (const [, address, type] of sources) {
      const part = await fetch(stack.url + address, { headers: { range: 'bytes=100-199' } });
      expect(part.status).toBe(206);
      expect(Object.fromEntries(part.headers)).toMatchObject({
        'content-type': type,
        'content-length': '100',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });
});
