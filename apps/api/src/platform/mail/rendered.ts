import type { ReactElement } from 'react';

/** A mail's body as HTML, and as the plain text that accompanies it. The renderer is loaded with the first mail. */
export async function rendered(body: ReactElement | string): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render');
  const html = typeof body === 'string' ? body : await render(body);
  return { html, text: toPlainText(html) };
}
