import type { OwnStack } from './own-stack.ts';

/** The sum of a metric over all processes of a stack and all its lines that have these labels. */
export async function metricOf({ apis }: OwnStack, name: string, labels: Record<string, string>): Promise<number> {
  const texts = await Promise.all(apis.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()));
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line.startsWith(`${name}{`)));
  return lines
    .filter((line) => wanted.every((each) => line.includes(each)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
