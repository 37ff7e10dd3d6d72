/** Permanent redirects: old path to new path. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['/digital-discipleship-youth-ministry', '/blog/digital-discipleship'],
  ['/youth-ministry-mental-health', '/blog/teen-mental-health'],
  ['/admin/dead-jobs', '/admin/queue?group=deadJobs'],
  // Requested by programs that read no `<link rel="icon">`.
  ['/favicon.ico', '/icon-192.png'],
]);
