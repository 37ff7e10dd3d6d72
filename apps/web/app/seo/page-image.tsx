import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import satori from 'satori';
import sharp from 'sharp';
import figtree from '../fonts/figtree-500.ttf?inline';
import fraunces from '../fonts/fraunces-600.ttf?inline';
import { IMAGE_SIZE, imageOf, sceneOf } from './head.ts';
import { isIndexable, type Page } from './page.ts';

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const fonts = [
  { name: 'Figtree', data: bytesOf(figtree) },
  { name: 'Fraunces', data: bytesOf(fraunces) },
];

const SCENE_FILES = import.meta.glob<string>('../content/scenes/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Images by the hash of what is drawn, reused by the next build. */
const CACHE = path.resolve('node_modules/.cache/page-images');

/** Writes the Open Graph images, `og/*.png`, one for each indexable page. They hold no value of the site. */
export async function writePageImages(pages: Page[], folder: string) {
  await mkdir(path.join(folder, 'og'), { recursive: true });
  await Promise.all(
    pages.filter(isIndexable).map(async (page) => writeFile(path.join(folder, imageOf(page)), await imageFile(page))),
  );
}

async function imageFile(page: Page): Promise<Uint8Array> {
  const scene = SCENE_FILES[`../content/scenes/${sceneOf(page)}.svg`]!;
  const text = await satori(<Words title={page.title} label={page.label} />, { ...IMAGE_SIZE, fonts });
  const file = path.join(CACHE, `${createHash('sha256').update(scene).update(text).digest('hex')}.png`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return cached;
  const { width, height } = IMAGE_SIZE;
  const picture = await sharp(Buffer.from(scene)).resize(SCENE_WIDTH, height, { fit: 'cover' }).toBuffer();
  const png = await sharp({ create: { width, height, channels: 3, background: NIGHT } })
    .composite([{ input: picture, left: width - SCENE_WIDTH, top: 0 }, { input: Buffer.from(text) }])
    .png({ palette: true })
    .toBuffer();
  await mkdir(CACHE, { recursive: true });
  await writeFile(file, png);
  return png;
}

const SCENE_WIDTH = 820;
const NIGHT = '#0e142b';

/** With a word joiner, at which no line breaks. */
const UNBROKEN_HYPHEN = '-\u2060';

/** What stands on the scene. Satori supports flexbox and inline styles only. */
const Words = ({ title, label }: { title: string; label: string | undefined }) => (
  <div style={{ ...box, width: '100%', height: '100%', color: '#fff6e3', fontFamily: 'Figtree' }}>
    <div style={{ ...box, ...fade }} />
    <div style={{ ...box, position: 'absolute', left: 72, top: 68, flexDirection: 'column', width: 520 }}>
      {label && <div style={{ marginBottom: 16, color: '#ffd98a', fontSize: 32 }}>{label}</div>}
      <div style={{ ...heading, fontSize: title.length > 26 ? 60 : 74 }}>{title.replaceAll('-', UNBROKEN_HYPHEN)}</div>
    </div>
    <div style={{ ...box, position: 'absolute', left: 72, bottom: 60, alignItems: 'center' }}>
      <Lamp />
      <div style={{ marginLeft: 18, fontSize: 30 }}>The app for youth ministries</div>
    </div>
  </div>
);

const box = { display: 'flex' } as const;
const heading = { fontFamily: 'Fraunces', lineHeight: 1.12, letterSpacing: '-0.018em', textWrap: 'balance' } as const;
const fade = {
  position: 'absolute',
  left: 0,
  top: 0,
  width: 860,
  height: 630,
  backgroundImage: `linear-gradient(to right, ${NIGHT} 0%, ${NIGHT} 46%, ${NIGHT}c8 66%, ${NIGHT}00 100%)`,
} as const;

const Lamp = () => (
  <svg width={60} height={60} viewBox="0 0 40 40" fill="none">
    <path d="M20 2.5c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" fill="#f5a524" />
    <path d="M20 10.5c2.2 2.6 3.3 4.3 3.3 6a3.3 3.3 0 0 1-6.6 0c0-1.7 1.1-3.4 3.3-6z" fill="#fffdf8" />
    <path d="M7.5 26.5h25M12 27a8 8 0 0 0 16 0M14 38h12" stroke="#fff6e3" strokeWidth={2.4} strokeLinecap="round" />
  </svg>
);
