import { type Chart, initialStateOf, type Transition, transitionsOf } from '@lampstand/workflows';

/** All sizes are in units of the SVG. */
export const BOX = { width: 140, height: 42 } as const;
const EXIT_WIDTH = 116;
const ROW = 80;
const TOP = 6;
const LEFT = 22;
const GUTTER = 36;
/** Arrows of the main path are left of the center, to leave room for their labels. */
const ARROW = 40;

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
  /** Along the main path, back to an earlier state of it, or out of it. */
  kind: 'on' | 'back' | 'out';
  path: string;
  /** The position of the label; only lines of the main path have one. */
  label?: { x: number; y: number };
}

interface ChartLayout {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

/**
 * Lays out any chart from its definition. The main path, the shortest way to the farthest final state, runs down the left;
 * every other state is on the right, between the states that lead to it. Transitions within a state are not drawn.
 */
export function layoutChart(chart: Chart): ChartLayout {
  const mainPath = mainPathOf(chart);
  const exits = Object.keys(chart.states).filter((state) => !mainPath.includes(state));
  const lines = linesOf(chart);
  const boxes = [
    ...mainPath.map((state, row) => ({ state, x: LEFT, y: TOP + row * ROW, width: BOX.width })),
    ...placeExits(exits, lines, mainPath).map(([state, row]) => ({
      state,
      x: LEFT + BOX.width + GUTTER,
      y: TOP + row * ROW,
      width: EXIT_WIDTH,
    })),
  ];
  const boxOf = (state: string) => boxes.find((each) => each.state === state) as Box;
  return {
    boxes,
    lines: lines.map((line) => layoutLine(line, boxOf, mainPath, exits)),
    width: LEFT + BOX.width + GUTTER + EXIT_WIDTH + 4,
    height: Math.max(...boxes.map(({ y }) => y)) + BOX.height + TOP,
  };
}

/** The states from the initial one to the final one that takes the most transitions to reach. */
function mainPathOf(chart: Chart): string[] {
  const paths = new Map([[initialStateOf(chart), [initialStateOf(chart)]]]);
  for (const [from, path] of paths)
    for (const each of transitionsOf(chart))
      if (each.from === from && !paths.has(each.to)) paths.set(each.to, [...path, each.to]);
  const finals = [...paths].filter(([state]) => chart.states[state]?.type === 'final').map(([, path]) => path);
  return finals.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
}

/** One line for all transitions from one state to another. */
function linesOf(chart: Chart): Pick<Line, 'from' | 'to' | 'events'>[] {
  const lines = new Map<string, Pick<Line, 'from' | 'to' | 'events'>>();
  for (const { from, event, to } of transitionsOf(chart).filter(leavesState)) {
    const line = lines.get(`${from}>${to}`) ?? { from, to, events: [] };
    lines.set(`${from}>${to}`, { ...line, events: [...line.events, event] });
  }
  return [...lines.values()];
}

const leavesState = ({ from, to }: Transition) => from !== to;

/** The rows of the states off the main path: the mean row of their sources, moved down to a free row. */
function placeExits(exits: string[], lines: Pick<Line, 'from' | 'to'>[], mainPath: string[]): [string, number][] {
  const rows = exits.map((state): [string, number] => {
    const sources = lines.filter(({ to }) => to === state).map(({ from }) => Math.max(0, mainPath.indexOf(from)));
    return [state, sources.reduce((sum, row) => sum + row, 0) / (sources.length || 1)];
  });
  let free = 0;
  return rows
    .sort(([, a], [, b]) => a - b)
    .map(([state, row]) => {
      const taken = Math.max(row, free);
      free = taken + 1;
      return [state, taken];
    });
}

function layoutLine(
  line: Pick<Line, 'from' | 'to' | 'events'>,
  boxOf: (state: string) => Box,
  mainPath: string[],
  exits: string[],
): Line {
  const [from, to] = [boxOf(line.from), boxOf(line.to)];
  const middle = BOX.height / 2;
  if (exits.includes(line.to)) {
    const turn = from.x + from.width + 10 + 10 * exits.indexOf(line.to);
    const start = from.y + middle + (exits.indexOf(line.to) - (exits.length - 1) / 2) * 12;
    return { ...line, kind: 'out', path: `M${from.x + from.width} ${start}H${turn}V${to.y + middle}H${to.x - 6}` };
  }
  const x = from.x + ARROW;
  if (mainPath.indexOf(line.to) > mainPath.indexOf(line.from))
    return {
      ...line,
      kind: 'on',
      path: `M${x} ${from.y + BOX.height}V${to.y - 6}`,
      label: { x: x + 9, y: (from.y + BOX.height + to.y) / 2 + 3 },
    };
  const side = LEFT - 14;
  return {
    ...line,
    kind: 'back',
    path: `M${from.x} ${from.y + middle - 8}H${side + 6}Q${side} ${from.y + middle - 8} ${side} ${from.y + middle - 14}V${to.y + middle + 14}Q${side} ${to.y + middle + 8} ${side + 6} ${to.y + middle + 8}H${to.x - 6}`,
  };
}
