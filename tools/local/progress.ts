/** The progress of a start or a build: a line for each finished step with its time; a terminal also shows what is under way. */
const SHOWN_FROM_MILLISECONDS = 100;
const NAME_WIDTH = 16;

/** The steps under way, with the time each began. */
const underWay: Map<string, number> = new Map();

/** Runs a step. Once it has ended, prints its name and time, unless there was next to nothing to do. */
export async function step<T>(name: string, work: () => Promise<T>) {
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

function finished(verdict: string, name: string, begun: number) {
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

const secondsOf = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
