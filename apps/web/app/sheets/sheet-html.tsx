/** The text of a sheet, or the beginning of it (`sheet-text.tsx`). */
export const SheetHtml = ({ html, className }: { html: string; className: string }) => (
  <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
);
