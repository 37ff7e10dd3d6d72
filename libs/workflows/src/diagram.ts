import { type Chart, initialStateOf, movesOf, step } from './chart.ts';

/** A chart as a page of Markdown: a Mermaid picture, the states in words, the moves with what follows from each. */
export function pageOf(title: string, chart: Chart): string {
  const moves = movesOf(chart);
  const picture = moves.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`);
  const states = Object.entries(chart.states).map(([name, node]) => `- **${name}**: ${node.description ?? ''}`);
  const transitions = moves.map(({ from, event, to }) => {
    const effects = step(chart, from, event)?.effects ?? [];
    return `- ${from}, **${event}**: ${from === to ? 'stays' : to}${effects.length ? `; ${effects.join(', ')}` : ''}`;
  });
  return [
    `## ${title} (version ${chart.version})`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${initialStateOf(chart)}`,
    ...picture,
    '```',
    '',
    ...states,
    '',
    'Transitions: state, **event**: next state; effects.',
    '',
    ...transitions,
    '',
  ].join('\n');
}
