/** Path data as the picture needs it: read from the library's absolute commands, written short. */

const arity = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, Z: 0 };
const numbers = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;

/** One list of segments per closed outline: `[command, ...coordinates]`, all absolute and scaled. */
export function outlines(d, { x, y, scale }) {
  const found = [];
  const place = (value, at) => (value + (at % 2 === 0 ? x : y)) * scale;
  for (const [, command, rest] of d.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const size = arity[command];
    if (size === undefined) throw new Error(`Path command ${command} is not one the library was known to use.`);
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

/** Straight pieces on whole units, for tones whose edge runs under a line of ink anyway. */
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

/** A curve that leaves its chord by less than the eye sees is a line. */
function flat([ax, ay, bx, by, ex, ey], px, py) {
  const length = Math.hypot(ex - px, ey - py);
  if (length === 0) return Math.hypot(ax - px, ay - py) < 2 && Math.hypot(bx - px, by - py) < 2;
  const away = (x, y) => Math.abs((x - px) * (ey - py) - (y - py) * (ex - px)) / length;
  return length < 60 && Math.max(away(ax, ay), away(bx, by)) <= 1.5;
}

/** Tenths, and of those every other one: half the digits differ, and no eye sees it. */
const tenths = (value) => Math.round(value * 5) * 2;
const spell = (value) => String(value / 10).replace(/^(-?)0\./, '$1.');

const join = (values) =>
  values.map(spell).reduce((text, next) => {
    const runsOn = text === '' || next.startsWith('-') || (next.startsWith('.') && /\.\d*$/.test(text));
    return text + (runsOn ? '' : ' ') + next;
  }, '');

/** Relative commands on a grid of tenths; each is measured from the rounded point before it, so nothing drifts. */
export function written(list) {
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

/** The corners of everything drawn, good enough to stand a figure on the ground. */
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
