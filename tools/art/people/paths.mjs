/** SVG path data: parsed from the library's absolute commands, simplified, and serialized compactly. */

const arity = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, Z: 0 };
const numbers = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;

/** One list of segments per closed outline: `[command, ...coordinates]`, all absolute and scaled. */
export function outlines(d, { x, y, scale }) {
  const found = [];
  const place = (value, at) => (value + (at % 2 === 0 ? x : y)) * scale;
  for (const [, command, rest] of d.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const size = arity[command];
    if (size === undefined) throw new Error(`Path command ${command} is not supported.`);
    if (command === 'M') found.push([]);
    const outline = found.at(-1);
    if (command === 'Z') {
      outline.push(['Z']);
      continue;
    }
    const values = (rest.match(numbers) ?? []).map(Number);
    for (let at = 0; at < values.length; at += size) {
      const part = values.slice(at, at + size);
      const placed = command === 'V' ? [place(part[0], 1)] : part.map(place);
      outline.push([command === 'M' && at > 0 ? 'L' : command, ...placed]);
    }
  }
  return found;
}

const along = ([ax, ay, bx, by, ex, ey], [px, py], t) => {
  const u = 1 - t;
  const mix = (p, a, b, e) => u * u * u * p + 3 * u * u * t * a + 3 * u * t * t * b + t * t * t * e;
  return [mix(px, ax, bx, ex), mix(py, ay, by, ey)];
};

/** Straight segments on whole units, for tones whose edge is under a line of ink. */
export function coarse(list) {
  return list.map((outline) => {
    let at = [0, 0];
    const out = [];
    for (const [command, ...values] of outline) {
      if (command === 'Z') {
        out.push(['Z']);
        continue;
      }
      const end = command === 'H' ? [values[0], at[1]] : command === 'V' ? [at[0], values[0]] : values.slice(-2);
      const steps = command === 'C' ? Math.ceil(Math.hypot(end[0] - at[0], end[1] - at[1]) / 6) : 1;
      for (let step = 1; step < steps; step += 1) out.push(['L', ...along(values, at, step / steps)]);
      out.push([command === 'M' ? 'M' : 'L', ...end]);
      at = end;
    }
    return out.map(([command, ...values]) => [command, ...values.map(Math.round)]);
  });
}

/** Whether a curve is close enough to its chord to become a line. */
function flat([ax, ay, bx, by, ex, ey], px, py) {
  const length = Math.hypot(ex - px, ey - py);
  if (length === 0) return Math.hypot(ax - px, ay - py) < 2 && Math.hypot(bx - px, by - py) < 2;
  const away = (x, y) => Math.abs((x - px) * (ey - py) - (y - py) * (ex - px)) / length;
  return length < 60 && Math.max(away(ax, ay), away(bx, by)) <= 1.5;
}

/** Rounds to a grid and returns tenths. */
const tenthsOn = (grid) => (value) => Math.round(Math.round(value / grid) * grid * 10);
const spell = (value) => String(value / 10).replace(/^(-?)0\./, '$1.');

const join = (values) =>
  values.map(spell).reduce((text, next) => {
    const runsOn = text === '' || next.startsWith('-') || (next.startsWith('.') && /\.\d*$/.test(text));
    return text + (runsOn ? '' : ' ') + next;
  }, '');

/** Relative commands on a grid, each from the rounded point before it, so that errors do not add up. A coarse grid compresses better. */
export function written(list, grid = 0.5) {
  const tenths = tenthsOn(grid);
  let text = '';
  let last = '';
  let [px, py] = [0, 0];
  const add = (command, values) => {
    const body = join(values);
    const joint = /^[-.]/.test(body) && !(body.startsWith('.') && !/\.\d*$/.test(text)) ? '' : ' ';
    text += command === last && command !== 'm' ? joint + body : command + body;
    last = command;
  };
  for (const outline of list) {
    for (const [command, ...values] of outline) {
      if (command === 'Z') {
        text += 'z';
        last = 'z';
        [px, py] = [tenths(outline[0][1]), tenths(outline[0][2])];
        continue;
      }
      const whole = values.map(tenths);
      if (command === 'M') {
        text += `M${join(whole)}`;
        last = 'M';
        [px, py] = whole;
        continue;
      }
      const [ex, ey] = command === 'H' ? [whole[0], py] : command === 'V' ? [px, whole[0]] : whole.slice(-2);
      if (command === 'Q' || (command === 'C' && !flat(whole, px, py))) {
        add(
          command.toLowerCase(),
          whole.map((value, at) => value - (at % 2 === 0 ? px : py)),
        );
      } else if (ex !== px && ey !== py) {
        add('l', [ex - px, ey - py]);
      } else if (ex !== px) {
        add('h', [ex - px]);
      } else if (ey !== py) {
        add('v', [ey - py]);
      }
      [px, py] = [ex, ey];
    }
  }
  return text;
}

/** Approximate bounding box. */
export function extent(list) {
  const xs = [];
  const ys = [];
  for (const [command, ...values] of list.flat()) {
    if (command === 'Z' || command === 'H' || command === 'V') continue;
    xs.push(values.at(-2));
    ys.push(values.at(-1));
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const at = ([p, a, b, e], t) => {
  const u = 1 - t;
  const mix = (axis) => u * u * u * p[axis] + 3 * u * u * t * a[axis] + 3 * u * t * t * b[axis] + t * t * t * e[axis];
  return [mix(0), mix(1)];
};

const apart = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
const beyond = ([px, py], [hx, hy], factor) => [px + (hx - px) * factor, py + (hy - py) * factor];
const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The single curve of which both would be parts; undefined when one is too short. */
function merged(first, second) {
  const [lengthA, lengthB] = [first, second].map(([p, a, b, e]) => apart(p, a) + apart(a, b) + apart(b, e));
  const share = lengthA / (lengthA + lengthB);
  if (!(share > 0.04 && share < 0.96)) return undefined;
  return [first[0], beyond(first[0], first[1], 1 / share), beyond(second[3], second[2], 1 / (1 - share)), second[3]];
}

function near(curve, pieces, tolerance) {
  const drawn = Array.from({ length: 41 }, (_, step) => at(curve, step / 40));
  return pieces.every((piece) =>
    [...steps, 1].every((t) => {
      const point = at(piece, t);
      return drawn.some((other, index) => {
        const next = drawn[index + 1];
        if (next === undefined) return apart(other, point) <= tolerance;
        const [dx, dy] = [next[0] - other[0], next[1] - other[1]];
        const along = ((point[0] - other[0]) * dx + (point[1] - other[1]) * dy) / (dx * dx + dy * dy || 1);
        const foot = Math.min(1, Math.max(0, along));
        return apart([other[0] + dx * foot, other[1] + dy * foot], point) <= tolerance;
      });
    }),
  );
}

const pairs = ([ax, ay, bx, by, ex, ey]) => [
  [ax, ay],
  [bx, by],
  [ex, ey],
];

/** Merges neighboring curves that one curve can replace within the tolerance. */
export function smooth(list, tolerance) {
  return list.map((outline) => {
    const out = [];
    let here = [0, 0];
    let run;
    const close = () => {
      if (run) out.push(['C', ...run.curve.slice(1).flat()]);
      run = undefined;
    };
    for (const segment of outline) {
      const [command, ...values] = segment;
      if (command === 'C') {
        const curve = [here, ...pairs(values)];
        const joined = run && merged(run.curve, curve);
        if (joined && near(joined, [...run.pieces, curve], tolerance)) {
          run = { curve: joined, pieces: [...run.pieces, curve] };
        } else {
          close();
          run = { curve, pieces: [curve] };
        }
      } else {
        close();
        out.push(segment);
      }
      if (command === 'H') here = [values[0], here[1]];
      else if (command === 'V') here = [here[0], values[0]];
      else if (command !== 'Z') here = values.slice(-2);
    }
    close();
    return out;
  });
}
