/** Where the camera stands, and what is between two of its places. */
import type { Box, Camera } from './stage.ts';

export type Screen = 'student' | 'portal';

/** Where the heading is. */
export type Place = 'beside' | 'above';

export const SIZE = { width: 1280, height: 720 };
/** The captions have a band below it. */
export const PICTURE = { width: 1280, height: 616 };
/** The part of the picture that shows the demo. */
const REGIONS: Record<Place, Box> = {
  beside: { x: 590, y: 0, width: 690, height: 616 },
  above: { x: 0, y: 76, width: 1280, height: 540 },
};
/** Pixels of a screen in the film for one on the page. */
const NEAR = { student: 1.6, portal: 1.42 };
const MARGIN = 24;
const NEAR_MARGIN = 14;
const WORDS_FADE = 0.3;

/** The size of a screen on the page; beside a heading, the portal has one column. */
export const screenOf = (on: Screen, place: Place) => ({
  width: on === 'student' ? 348 : place === 'beside' ? 440 : 860,
  height: 736,
});

/**
 * Slow at both ends.
 * @param way from 0 to 1
 */
export const ease = (way: number) => (way < 0.5 ? 4 * way ** 3 : 1 - (2 - 2 * way) ** 3 / 2);

export function moved(from: Camera, to: Camera, way: number): Camera {
  const part = ease(Math.min(1, Math.max(0, way)));
  const between = (one: number, other: number) => one + (other - one) * part;
  return {
    left: between(from.left, to.left),
    top: between(from.top, to.top),
    zoom: between(from.zoom, to.zoom),
  };
}

/** Words that fade out, and the next ones that fade in. */
export function fadeAt<T>(
  { at, now, before }: { at: number; now: T; before: T | undefined },
  seconds: number,
): { shown: T; opacity: number } {
  const since = (seconds - at) / WORDS_FADE;
  if (before && since < 1) return { shown: before, opacity: 1 - since };
  return { shown: now, opacity: Math.min(1, Math.max(0, before ? since - 1 : since)) };
}

/**
 * The camera that shows a screen of the demo whole, or near: one part of it, from its upper edge.
 * @param look bottom: it is seen, too
 */
export function cameraFor({
  on,
  part,
  place,
}: {
  on: Screen;
  part: { top: number; bottom?: number | undefined } | undefined;
  place: Place;
}): Camera {
  const { width, height } = screenOf(on, place);
  const { x, y, ...region } = REGIONS[place];
  const whole = Math.min((region.width - 2 * MARGIN) / width, (region.height - 2 * MARGIN) / height);
  const fits = part?.bottom && (region.height - 2 * NEAR_MARGIN) / (part.bottom - part.top);
  const zoom = part ? Math.min(NEAR[on], fits || NEAR[on]) : whole;
  // The lower edge of the screen never rises above the end of the region.
  const lowest = y + region.height - MARGIN - height * zoom;
  return {
    left: x + (region.width - width * zoom) / 2,
    top: part ? Math.max(lowest, y + NEAR_MARGIN - part.top * zoom) : lowest,
    zoom,
  };
}

/** How strongly the lower end of the picture fades out: a screen goes on below it. */
export const fadeOf = ({ top, zoom }: Camera, height: number) =>
  Math.min(1, Math.max(0, (top + height * zoom - PICTURE.height) / 40));
