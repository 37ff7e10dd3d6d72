/** Reads a Dockerfile: its stages with their instructions, as far as ours uses them. */
import type { Health } from '../../support/compose-file.ts';
import { milliseconds } from '../../support/compose-file.ts';

export interface Instruction {
  name: string;
  /** After the options. */
  text: string;
  options: Record<string, string>;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

const KNOWN = new Set('FROM WORKDIR COPY RUN ARG ENV USER EXPOSE VOLUME HEALTHCHECK CMD'.split(' '));

/** The stages in order. A stage without a name has its number. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of lines(text)) {
    const instruction = instructionOf(line);
    if (instruction.name === 'FROM') {
      const [, base = '', name = String(stages.length)] = /^(\S+)(?: AS (\S+))?$/i.exec(instruction.text) ?? [];
      stages.push({ name, base, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`The Dockerfile has ${instruction.name} before FROM.`);
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

const lines = (text: string): string[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function instructionOf(line: string): Instruction {
  const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  if (!KNOWN.has(name)) throw new Error(`This test does not know the line "${line}" of the Dockerfile.`);
  const [, given = '', text = ''] = /^((?:--[\w-]+=\S+\s+)*)(.*)$/s.exec(rest) ?? [];
  const options = [...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, key, value]) => [key, value]);
  return { name, text, options: Object.fromEntries(options) };
}

/** `["node", "main.js"]` as it is; other text is run by a shell. */
export const commandOf = (text: string): string[] =>
  text.startsWith('[') ? JSON.parse(text) : ['/bin/sh', '-c', text];

/** `NAME=value NAME=value`. */
export const assignmentsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const [, name, value = ''] = /^(\w+)=([^"'$]*)$/.exec(pair) ?? [];
      if (!name) throw new Error(`"${pair}" is no assignment that this test knows.`);
      return [name, value];
    }),
  );

/** HEALTHCHECK with CMD. */
export function healthOf({ text, options }: Instruction): Health {
  return {
    test: commandOf(text.replace(/^CMD\s+/, '')),
    interval: milliseconds(options['interval'] ?? '30s'),
    timeout: milliseconds(options['timeout'] ?? '30s'),
    startPeriod: milliseconds(options['start-period'] ?? '0s'),
    retries: Number(options['retries'] ?? 3),
  };
}
