/** The lines of a chart's picture. All sizes are in units of the SVG. */
export const BOX = { width: 140, height: 42 } as const;
/** The distance between parallel lines, and between the innermost one and a box. */
export const LANE = 10;
/** Arrows between rows are left of the center, to leave room for their labels. */
const ARROW = 40;
const MIDDLE = BOX.height / 2;

export interface Box {
  state: string;
  x: number;
  y: number;
  width: number;
}

export interface Line {
  from: string;
  to: string;
  events: string[];
  /** To the next row, past rows further down, back up, or to an exit on the right. */
  kind: 'on' | 'past' | 'back' | 'out';
  path: string;
  /** The position of the label; only lines to the next row have one. */
  label?: { x: number; y: number };
}

export type Edge = Pick<Line, 'from' | 'to' | 'events'>;

export function outward(edge: Edge, from: Box, to: Box, exits: string[]): Line {
  const lane = exits.indexOf(edge.to);
  const turn = from.x + from.width + LANE + LANE * lane;
  const start = from.y + MIDDLE + (lane - (exits.length - 1) / 2) * 12;
  return { ...edge, kind: 'out', path: `M${from.x + from.width} ${start}H${turn}V${to.y + MIDDLE}H${to.x - 6}` };
}

export function onward(edge: Edge, from: Box, to: Box): Line {
  const x = from.x + ARROW;
  return {
    ...edge,
    kind: 'on',
    path: `M${x} ${from.y + BOX.height}V${to.y - 6}`,
    label: { x: x + 9, y: (from.y + BOX.height + to.y) / 2 + 3 },
  };
}

export function passing(edge: Edge, from: Box, to: Box, lane: number): Line {
  const side = from.x + from.width + LANE + LANE * lane;
  return {
    ...edge,
    kind: 'past',
    path: around(from.x + from.width, from.y + MIDDLE + 12 - 4 * lane, side, to.y + MIDDLE - 8, to.x + to.width + 6),
  };
}

export function backward(edge: Edge, from: Box, to: Box, lane: number): Line {
  const side = from.x - 14 - LANE * lane;
  return {
    ...edge,
    kind: 'back',
    path: around(from.x, from.y + MIDDLE - 12 + 4 * lane, side, to.y + MIDDLE + 8, to.x - 6),
  };
}

/** From a box at `x`, `y` along the vertical `side` to `endX`, `endY`, with round corners. */
function around(x: number, y: number, side: number, endY: number, endX: number): string {
  const inward = side < x ? 6 : -6;
  const down = endY > y ? 6 : -6;
  return `M${x} ${y}H${side + inward}Q${side} ${y} ${side} ${y + down}V${endY - down}Q${side} ${endY} ${side + inward} ${endY}H${endX}`;
}
