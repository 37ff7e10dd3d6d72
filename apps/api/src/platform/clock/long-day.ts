/** The day of an instant in a zone as a sentence says it: "November 21, 2026". */
export const longDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
