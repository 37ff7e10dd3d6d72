import { render, toPlainText } from '@react-email/render';
import type { ReactElement } from 'react';

/** A mail's body as HTML, and as the plain text that accompanies it. */
export async function rendered(body: ReactElement | string): Promise<{ html: string; text: string }> {
  const html = typeof body === 'string' ? body : await render(body);
  return { html, text: toPlainText(html) };
}
