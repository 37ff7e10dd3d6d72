/** Parses RFC 4180 with LF line ends, and throws on anything else. */
export function readCsv(text: string): string[][] {
  if (!text.endsWith('\n')) throw new Error('The file does not end with a line feed.');
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quoted(text, at + 1) : plain(text, at);
      row.push(cell);
      at = end + 1;
      if (text[end] === '\n') break;
      if (text[end] !== ',')
        throw new Error(`A cell of row ${rows.length} is followed by ${JSON.stringify(text[end])}.`);
    }
    if (rows[0] && row.length !== rows[0].length) throw new Error(`Row ${rows.length} has ${row.length} cells.`);
    rows.push(row);
  }
  return rows;
}

function plain(text: string, from: number): [string, number] {
  const end = from + text.slice(from).search(/[,\n]/);
  const cell = text.slice(from, end);
  if (/["\r]/.test(cell)) throw new Error(`This cell needs quotes: ${JSON.stringify(cell)}`);
  return [cell, end];
}

function quoted(text: string, from: number): [string, number] {
  let end = from;
  while (text[end] !== '"' || text[end + 1] === '"') {
    if (end >= text.length) throw new Error('A quote is never closed.');
    end += text[end] === '"' ? 2 : 1;
  }
  return [text.slice(from, end).replaceAll('""', '"'), end + 1];
}
