import type { MDXContent } from 'mdx/types';

/** A written text as the build hands it over: what it says of itself, what was counted in it, and the text. */
export interface Text {
  default: MDXContent;
  frontmatter: unknown;
  facts: { words: number; outline: Heading[] };
}

export interface Heading {
  id: string;
  text: string;
  depth: number;
}
