/** The stream of changes, as an open page of the back office reads it. */

/** Listens until the server ends the stream. `heard` grows. */
export async function listensToChanges({ url }: { url: string }, { cookie }: { cookie: string }) {
  const response = await fetch(`${url}/api/admin/changes`, { headers: { cookie, 'accept-encoding': 'gzip' } });
  if (response.status !== 200) throw new Error(`The stream is refused: ${response.status}`);
  const heard: string[] = [];
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      for (const [, data] of text.matchAll(/^data: (\[.*)$/gm)) heard.push(...(JSON.parse(data!) as string[]));
  };
  return { headers: response.headers, heard, ended: read() };
}
