import { type Chart, type Transition, transitionsOf } from '@lampstand/workflows';

const EXIT_WIDTH = 116;
const ROW = 80;
const MARGIN = 6;

interface ChartLayout {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

/**
 * Lays out any chart from its definition. The states run down the left in the order of the chart, to its first end; its
 * other ends are on the right, between the states that lead to them. Transitions within a state are not drawn.
 */
export function layoutChart(chart: Chart): ChartLayout {
  const edges = edgesOf(chart);
  const exits = endsOf(chart, edges).slice(1);
  const column = Object.keys(chart.states).filter((state) => !exits.includes(state));
  const row = (state: string) => column.indexOf(state);
  const inColumn = edges.filter(({ to }) => !exits.includes(to));
  const back = lanesOf(
    inColumn.filter(({ from, to }) => row(to) < row(from)),
    row,
  );
  const past = lanesOf(
    inColumn.filter(({ from, to }) => row(to) > row(from) + 1),
    row,
  );
  const left = 12 + LANE * Math.max(1, ...count(back));
  const gutter = 16 + LANE * (exits.length + Math.max(0, ...count(past)));
  const boxes = [
    ...column.map((state, at) => ({ state, x: left, y: MARGIN + at * ROW, width: BOX.width })),
    ...rowsOfExits(exits, edges, row).map(([state, at]) => ({
      state,
      x: left + BOX.width + gutter,
      y: MARGIN + at * ROW,
      width: EXIT_WIDTH,
    })),
  ];
  const boxOf = (state: string) => boxes.find((each) => each.state === state) as Box;
  const layoutLine = (edge: Edge): Line => {
    const [from, to] = [boxOf(edge.from), boxOf(edge.to)];
    if (exits.includes(edge.to)) return outward(edge, from, to, exits);
    if (row(edge.to) < row(edge.from)) return backward(edge, from, to, back.get(edge.to) as number);
    return row(edge.to) === row(edge.from) + 1
      ? onward(edge, from, to)
      : passing(edge, from, to, exits.length + (past.get(edge.to) as number));
  };
  return {
    boxes,
    lines: edges.map(layoutLine),
    width: left + BOX.width + gutter + (exits.length ? EXIT_WIDTH : 0) + 4,
    height: Math.max(...boxes.map(({ y }) => y)) + BOX.height + MARGIN,
  };
}

/** One edge for all transitions from one state to another. */
function edgesOf(chart: Chart): Edge[] {
  const edges = new Map<string, Edge>();
  for (const { from, event, to } of transitionsOf(chart).filter(leavesState)) {
    const edge = edges.get(`${from}>${to}`) ?? { from, to, events: [] };
    edges.set(`${from}>${to}`, { ...edge, events: [...edge.events, event] });
  }
  return [...edges.values()];
}

const leavesState = ({ from, to }: Transition) => from !== to;

const endsOf = (chart: Chart, edges: Edge[]): string[] =>
  Object.keys(chart.states).filter((state) => !edges.some(({ from }) => from === state));

/**
 * The lane beside the column for the lines to each state, 0 next to the boxes. Lines to one state share a lane, and so do
 * lines that pass different rows; shorter lines are further in.
 */
function lanesOf(edges: Edge[], row: (state: string) => number): Map<string, number> {
  const targets = [...new Set(edges.map(({ to }) => to))].map((state) => {
    const rows = edges.filter(({ to }) => to === state).flatMap(({ from, to }) => [row(from), row(to)]);
    return { state, top: Math.min(...rows), bottom: Math.max(...rows) };
  });
  const lanes: (typeof targets)[] = [];
  const lanesOfStates = new Map<string, number>();
  for (const target of targets.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top))) {
    const free = lanes.findIndex((lane) =>
      lane.every(({ top, bottom }) => bottom <= target.top || top >= target.bottom),
    );
    const lane = free < 0 ? lanes.length : free;
    (lanes[lane] ??= []).push(target);
    lanesOfStates.set(target.state, lane);
  }
  return lanesOfStates;
}

const count = (lanes: Map<string, number>): number[] => [...lanes.values()].map((lane) => lane + 1);

/** The rows of the exits: the mean row of their sources, moved down to a free row. */
function rowsOfExits(exits: string[], edges: Edge[], row: (state: string) => number): [string, number][] {
  const rows = exits.map((state): [string, number] => {
    const sources = edges.filter(({ to }) => to === state).map(({ from }) => row(from));
    return [state, sources.reduce((sum, each) => sum + each, 0) / (sources.length || 1)];
  });
  let free = 0;
  return rows
    .sort(([, a], [, b]) => a - b)
    .map(([state, at]) => {
      const taken = Math.max(at, free);
      free = taken + 1;
      return [state, taken];
    });
}

/** All sizes are in units of the SVG. */
export const BOX = { width: 140, height: 42 } as const;
/** The distance between parallel lines, and between the innermost one and a box. */
const LANE = 10;
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

type Edge = Pick<Line, 'from' | 'to' | 'events'>;

function outward(edge: Edge, from: Box, to: Box, exits: string[]): Line {
  const lane = exits.indexOf(edge.to);
  const turn = from.x + from.width + LANE + LANE * lane;
  const start = from.y + MIDDLE + (lane - (exits.length - 1) / 2) * 12;
  return { ...edge, kind: 'out', path: `M${from.x + from.width} ${start}H${turn}V${to.y + MIDDLE}H${to.x - 6}` };
}

function onward(edge: Edge, from: Box, to: Box): Line {
  const x = from.x + ARROW;
  return {
    ...edge,
    kind: 'on',
    path: `M${x} ${from.y + BOX.height}V${to.y - 6}`,
    label: { x: x + 9, y: (from.y + BOX.height + to.y) / 2 + 3 },
  };
}

function passing(edge: Edge, from: Box, to: Box, lane: number): Line {
  const side = from.x + from.width + LANE + LANE * lane;
  return {
    ...edge,
    kind: 'past',
    path: around(from.x + from.width, from.y + MIDDLE + 12 - 4 * lane, side, to.y + MIDDLE - 8, to.x + to.width + 6),
  };
}

function backward(edge: Edge, from: Box, to: Box, lane: number): Line {
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
