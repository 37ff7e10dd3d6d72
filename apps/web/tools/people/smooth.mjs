/** Fewer curves for the same line: neighbours that one curve can stand for, within a tolerance, become one. */

const at = ([p, a, b, e], t) => {
  const u = 1 - t;
  const mix = (axis) => u * u * u * p[axis] + 3 * u * u * t * a[axis] + 3 * u * t * t * b[axis] + t * t * t * e[axis];
  return [mix(0), mix(1)];
};

const apart = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
const beyond = ([px, py], [hx, hy], factor) => [px + (hx - px) * factor, py + (hy - py) * factor];
const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The curve both would have been cut from, had they been one. */
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
