const FILES = import.meta.glob<string>('./*.svg', { query: '?url', import: 'default', eager: true });

/** The address of a drawing of this folder. */
export function drawingOf(name: string): string {
  const file = FILES[`./${name}.svg`];
  if (!file) throw new Error(`No drawing ${name} in app/content/people`);
  return file;
}
