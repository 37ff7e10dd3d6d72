/** The progress of a start or a build: a line for each finished step with its time; a terminal also shows what is under way. */
const SHOWN_FROM_MILLISECONDS = 100;
const NAME_WIDTH = 16;

/** The steps under way, with the time each began. @type {Map<string, number>} */
const underWay = new Map();

/**
 * Runs a step. Once it has ended, prints its name and time, unless there was next to nothing to do.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function step(name, work) {
  const begun = performance.now();
  underWay.set(name, begun);
  const timer = process.stdout.isTTY ? setInterval(showUnderWay, 1000) : undefined;
  try {
    const result = await work();
    finished('ok    ', name, begun);
    return result;
  } catch (error) {
    finished('FAILED', name, begun);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} verdict @param {string} name @param {number} begun */
function finished(verdict, name, begun) {
  underWay.delete(name);
  clearLine();
  const time = performance.now() - begun;
  if (verdict === 'FAILED' || time >= SHOWN_FROM_MILLISECONDS)
    console.log(`${verdict}  ${name.padEnd(NAME_WIDTH)}${secondsOf(time)} s`);
}

function showUnderWay() {
  clearLine();
  const names = [...underWay].map(([name, begun]) => `${name} ${Math.round((performance.now() - begun) / 1000)} s`);
  process.stdout.write(`...     ${names.join(', ')}`);
}

function clearLine() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
}

/** @param {number} milliseconds */
const secondsOf = (milliseconds) => (milliseconds / 1000).toFixed(1);
