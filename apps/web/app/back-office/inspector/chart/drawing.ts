import { type Chart, initialStateOf, type Move, movesOf } from '@lampstand/workflows';

/** Where each state and move of a chart stands in its picture, in units of the SVG. */

export const BOX = { width: 140, height: 42 } as const;
const EXIT_WIDTH = 116;
const ROW = 80;
const TOP = 6;
const LEFT = 22;
const GUTTER = 36;
/** Arrows along the way stand left of the middle, so that their words have room. */
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
  /** Along the way, back to a state before, or out of the way. */
  kind: 'on' | 'back' | 'out';
  path: string;
  /** Where its words stand: only along the way there is room for them. */
  label?: { x: number; y: number };
}

export interface Drawing {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

/**
 * Lays a chart out by its definition alone: the shortest way to its farthest final state goes down the left, every other
 * state stands to the right between those it is reached from. Moves that stay where they are are not drawn.
 */
export function drawingOf(chart: Chart): Drawing {
  const way = wayOf(chart);
  const exits = Object.keys(chart.states).filter((state) => !way.includes(state));
  const lines = linesOf(chart);
  const boxes = [
    ...way.map((state, row) => ({ state, x: LEFT, y: TOP + row * ROW, width: BOX.width })),
    ...placed(exits, lines, way).map(([state, row]) => ({
      state,
      x: LEFT + BOX.width + GUTTER,
      y: TOP + row * ROW,
      width: EXIT_WIDTH,
    })),
  ];
  const boxOf = (state: string) => boxes.find((each) => each.state === state) as Box;
  return {
    boxes,
    lines: lines.map((line) => drawn(line, boxOf, way, exits)),
    width: LEFT + BOX.width + GUTTER + EXIT_WIDTH + 4,
    height: Math.max(...boxes.map(({ y }) => y)) + BOX.height + TOP,
  };
}

/** The states from the first one to the final one that takes the most moves to reach. */
function wayOf(chart: Chart): string[] {
  const ways = new Map([[initialStateOf(chart), [initialStateOf(chart)]]]);
  for (const [from, way] of ways)
    for (const move of movesOf(chart))
      if (move.from === from && !ways.has(move.to)) ways.set(move.to, [...way, move.to]);
  const ends = [...ways].filter(([state]) => chart.states[state]?.type === 'final').map(([, way]) => way);
  return ends.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

/** One line for all the moves between the same two states. */
function linesOf(chart: Chart): Pick<Line, 'from' | 'to' | 'events'>[] {
  const lines = new Map<string, Pick<Line, 'from' | 'to' | 'events'>>();
  for (const { from, event, to } of movesOf(chart).filter(leavesItsState)) {
    const line = lines.get(`${from}>${to}`) ?? { from, to, events: [] };
    lines.set(`${from}>${to}`, { ...line, events: [...line.events, event] });
  }
  return [...lines.values()];
}

const leavesItsState = ({ from, to }: Move) => from !== to;

/** The rows of the states beside the way: between their sources, and never two at one place. */
function placed(exits: string[], lines: Pick<Line, 'from' | 'to'>[], way: string[]): [string, number][] {
  const rows = exits.map((state): [string, number] => {
    const sources = lines.filter(({ to }) => to === state).map(({ from }) => Math.max(0, way.indexOf(from)));
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

function drawn(
  line: Pick<Line, 'from' | 'to' | 'events'>,
  boxOf: (state: string) => Box,
  way: string[],
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
  if (way.indexOf(line.to) > way.indexOf(line.from))
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
