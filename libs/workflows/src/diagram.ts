import { type Chart, initialStateOf, transition, transitionsOf } from './chart.ts';

/** A chart as a page of Markdown: a Mermaid picture, the states in words, the transitions with their effects. */
export function pageOf(title: string, chart: Chart): string {
  const transitions = transitionsOf(chart);
  const picture = transitions.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`);
  const states = Object.entries(chart.states).map(
    ([name, { description = '', meta }]) => `- **${name}**: ${description}${statusesIn(meta)}`,
  );
  const list = transitions.map(({ from, event, to }) => {
    const effects = transition(chart, from, event)?.effects ?? [];
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
    ...list,
    '',
  ].join('\n');
}

/** The statuses at the payment provider that a state stands for. */
const statusesIn = (meta: { stripe?: string[] } | undefined): string =>
  meta?.stripe ? ` At Stripe: ${meta.stripe.map((status) => `\`${status}\``).join(', ')}.` : '';
