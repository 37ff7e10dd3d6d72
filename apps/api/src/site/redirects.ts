/** Permanent redirects: old path to new path. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['/digital-discipleship-youth-ministry', '/blog/digital-discipleship'],
  ['/youth-ministry-mental-health', '/blog/teen-mental-health'],
  // Programs that ask for it read no page first.
  ['/favicon.ico', '/icon-192.png'],
]);
