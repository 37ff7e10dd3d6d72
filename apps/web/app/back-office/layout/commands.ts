import { useEffect, useId } from 'react';

/** An action that the search finds by its name. */
export interface Command {
  label: string;
  /** Other words that people search it by. */
  also?: string | undefined;
  /** Why it is not possible now. */
  why?: string | undefined;
  run: () => void;
}

type Commands = readonly Command[] | (() => readonly Command[]);

const offered = new Map<string, Commands>();

/** Offers actions in the search while the component is mounted. A function is called for each search. */
export function useCommands(commands: Commands): void {
  const id = useId();
  useEffect(() => {
    offered.set(id, commands);
    return () => void offered.delete(id);
  }, [id, commands]);
}

/** The offered actions by whose name, or other words, `isNamed` finds them; none without a text. */
export const commandsNamed = (text: string): Command[] =>
  text ? [...offered.values()].flatMap(listOf).filter(({ label, also = '' }) => isNamed(`${label} ${also}`, text)) : [];

const listOf = (commands: Commands) => (typeof commands === 'function' ? commands() : commands);

/** Whether each word of the text begins a word of the name. A text without blanks may run on: "logout" is "Log out". */
export function isNamed(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const within = ` ${name.toLowerCase()}`;
  return words.every((word) => within.includes(` ${word}`)) || within.replaceAll(' ', '').startsWith(words.join(''));
}
