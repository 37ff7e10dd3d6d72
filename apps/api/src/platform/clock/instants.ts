export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
export const minutesAfter = (at: Date, minutes: number): Date => secondsAfter(at, minutes * 60);
export const daysAfter = (at: Date, days: number): Date => minutesAfter(at, days * 24 * 60);

/** The day of an instant in a time zone, for sentences: "November 21, 2026". */
export const formatLongDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
