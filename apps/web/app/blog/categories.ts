import type { Category } from '../content/texts.ts';

export const categorySlug = (category: Category): string =>
  category.toLowerCase().replace('&', 'and').replaceAll(' ', '-');

export const categoryPath = (category?: Category): string =>
  category ? `/blog/category/${categorySlug(category)}` : '/blog';
