import { type Chart, transition, transitionsOf } from './chart.ts';

/** A chart as a page of Markdown: its picture, the states in words, the transitions with their effects. */
export function pageOf(title: string, chart: Chart): string {
  const states = Object.entries(chart.states).map(
    ([name, { description = '', meta }]) => `- **${name}**: ${description}${statusesIn(meta)}`,
  );
  const list = transitionsOf(chart).map(({ from, event, to }) => {
    const effects = transition(chart, from, event)?.effects ?? [];
    return `- ${from}, **${event}**: ${from === to ? 'stays' : to}${effects.length ? `; ${effects.join(', ')}` : ''}`;
  });
  return [
    `## ${title} (version ${chart.version})`,
    '',
    `![${title}](../libs/workflows/charts/${chart.id}.svg)`,
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

/** A chart in Graphviz's DOT. The ids of the nodes are the states. Transitions within a state are left out. */
export function dotOf(chart: Chart, nameOf: (state: string) => string): string {
  const states = Object.keys(chart.states).map((state) => `${state} [id="${state}" label="${nameOf(state)}"]`);
  const events = new Map<string, string[]>();
  for (const { from, event, to } of transitionsOf(chart)) {
    if (from === to) continue;
    const line = `${from} -> ${to}`;
    events.set(line, [...(events.get(line) ?? []), wordsOf(event)]);
  }
  const lines = [...events].map(([line, labels]) => `${line} [label="${labels.join('\\n')}"]`);
  return `digraph { fontname=Helvetica; node [shape=box style=rounded fontname=Helvetica fontsize=14 margin="0.2,0.1"]; edge [fontname=Helvetica fontsize=12]; ${[...states, ...lines].join('; ')} }`;
}

/** "phone.verified" is "phone verified", and "visitor.wentQuiet" "visitor went quiet". */
const wordsOf = (event: string): string =>
  event.replace('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
