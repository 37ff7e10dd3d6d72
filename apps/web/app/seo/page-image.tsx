import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import satori from 'satori';
import sharp from 'sharp';
import figtree from '../fonts/figtree-500.ttf?inline';
import fraunces from '../fonts/fraunces-600.ttf?inline';
import { IMAGE_SIZE, imageOf } from './head.ts';
import { isIndexable, type Page, type Picture } from './page.ts';

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const fonts = [
  { name: 'Figtree', data: bytesOf(figtree) },
  { name: 'Fraunces', data: bytesOf(fraunces) },
];

/** Images by the hash of their SVG, reused by the next build. */
const CACHE = path.resolve('node_modules/.cache/page-images');

/** Writes the Open Graph images, `og/*.png`, one for each indexable page. They hold no value of the site. */
export async function writePageImages(pages: Page[], folder: string) {
  await mkdir(path.join(folder, 'og'), { recursive: true });
  await Promise.all(
    pages.filter(isIndexable).map(async (page) => writeFile(path.join(folder, imageOf(page)), await imageFile(page))),
  );
}

async function imageFile(page: Page): Promise<Uint8Array> {
  const drawing = <Drawing title={page.title} label={page.label} />;
  const text = await satori(drawing, { ...IMAGE_SIZE, fonts });
  const svg = text.replace('</svg>', () => `${renderToStaticMarkup(<Motif picture={page.picture} />)}</svg>`);
  const file = path.join(CACHE, `${createHash('sha256').update(svg).digest('hex')}.png`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return cached;
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  await mkdir(CACHE, { recursive: true });
  await writeFile(file, png);
  return png;
}

const Motif = ({ picture }: { picture: Picture | undefined }) => (
  <g
    transform="translate(800 125) scale(5.15)"
    fill="none"
    stroke="#1b2440"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <style>{'.lit { fill: #f5a524 }'}</style>
    {picture ? drawingOf(picture) : LAMP}
  </g>
);

/** What is filled with the lamp's color, and the lines on it. */
const drawingOf = (picture: Picture): ReactNode =>
  'drawing' in picture ? (
    picture.drawing
  ) : (
    <>
      <path className="lit" d={picture.filled} />
      <path d={picture.lines} />
    </>
  );

const LAMP = (
  <g transform="scale(1.6)">
    <path className="lit" d="M20 2.5c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" />
    <path d="M7.5 26.5h25M12 27a8 8 0 0 0 16 0M14 38h12" />
  </g>
);

/** Satori supports flexbox and inline styles only. */
const Drawing = ({ title, label }: { title: string; label: string | undefined }) => (
  <div
    style={{ ...box, width: '100%', height: '100%', background: '#fbf5ea', color: '#1b2440', fontFamily: 'Figtree' }}
  >
    <div style={{ ...box, ...glow }} />
    <div style={{ ...box, position: 'absolute', left: 80, top: 72, flexDirection: 'column', width: 720 }}>
      {label && <div style={{ marginBottom: 18, color: '#9a5b00', fontSize: 34 }}>{label}</div>}
      <div style={{ ...heading, fontSize: title.length > 44 ? 70 : 84 }}>{title}</div>
    </div>
    <div style={{ ...box, position: 'absolute', left: 80, bottom: 64 }}>
      <Lamp />
    </div>
  </div>
);

const box = { display: 'flex' } as const;
const heading = { fontFamily: 'Fraunces', lineHeight: 1.12, letterSpacing: '-0.018em', textWrap: 'balance' } as const;
const glow = {
  position: 'absolute',
  right: -130,
  top: -80,
  width: 730,
  height: 730,
  backgroundImage: 'radial-gradient(circle at 50% 50%, #ffd98a 0%, #fde9bd 35%, #fbf5ea 68%)',
} as const;

const Lamp = () => (
  <svg width={84} height={84} viewBox="0 0 40 40" fill="none">
    <path d="M20 2.5c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" fill="#f5a524" />
    <path d="M20 10.5c2.2 2.6 3.3 4.3 3.3 6a3.3 3.3 0 0 1-6.6 0c0-1.7 1.1-3.4 3.3-6z" fill="#fffdf8" />
    <path d="M7.5 26.5h25M12 27a8 8 0 0 0 16 0M14 38h12" stroke="#1b2440" strokeWidth={2.4} strokeLinecap="round" />
  </svg>
);
