/** Frames become WebM (VP9) and MP4 (H.264), with Debian's ffmpeg, and a still becomes a poster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';

export const FRAMES_PER_SECOND = 30;
const COLORS = (
  '-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p' +
  ' -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'
).split(' ');
/** A key frame every five seconds: a press on the time line shows its picture at once. */
const KEY_FRAMES = ['-g', String(FRAMES_PER_SECOND * 5)];
const SAME_BYTES = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
const ENCODERS = {
  webm: ['-c:v', 'libvpx-vp9', '-crf', '37', '-b:v', '0', '-deadline', 'good', '-cpu-used', '4', '-row-mt', '1'],
  mp4: ['-c:v', 'libx264', '-preset', 'slow', '-refs', '4', '-crf', '24', '-movflags', '+faststart'],
};

/** A lossless film to which frames are written, each a PNG. */
export function frameWriter(file: string) {
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(FRAMES_PER_SECOND), '-i', '-'];
  const { child, ended } = ffmpeg([...input, '-c:v', 'libx264rgb', '-qp', '0', '-preset', 'ultrafast', file]);
  return {
    write: async (png: Buffer) => {
      if (!child.stdin.write(png)) await Promise.race([once(child.stdin, 'drain'), ended]);
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

export const encode = (lossless: string, file: string, type: keyof typeof ENCODERS) =>
  ffmpeg(['-i', lossless, '-an', ...ENCODERS[type], ...COLORS, ...KEY_FRAMES, ...SAME_BYTES, file]).ended;

/** @param file without its extension */
export async function encodePoster(png: Buffer, file: string) {
  const avif = { effort: 7, chromaSubsampling: '4:4:4' } as const;
  await sharp(png)
    .avif({ ...avif, quality: 62 })
    .toFile(`${file}.avif`);
  // For phones: with 14 KB or less, it arrives in one round trip.
  await sharp(png)
    .resize(768)
    .avif({ ...avif, quality: 58 })
    .toFile(`${file}-768.avif`);
  await sharp(png).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toFile(`${file}.jpg`);
}

function ffmpeg(args: string[]) {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended: Promise<void> = new Promise((done, failed) => {
    child.on('error', () => failed(new Error('No ffmpeg. Install it: apt-get install ffmpeg')));
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`ffmpeg ended with ${code}`))));
  });
  child.stdin.on('error', () => {});
  return { child, ended };
}
