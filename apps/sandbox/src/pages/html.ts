/** Whole pages as text; everything that came from outside goes through `text`. */
export const text = (value: string | number | null | undefined): string =>
  String(value ?? '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface Page {
  title: string;
  body: string;
  styles?: string;
  script?: string;
  bodyClass?: string;
}

export function page({ title, body, styles = '/browser/card.css', script, bodyClass = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${text(title)}</title>
<link rel="stylesheet" href="${styles}">
${script ? `<script type="module" src="${script}"></script>` : ''}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`;
}

const field = (
  id: string,
  label: string,
  attributes: string,
  extra = '',
) => `<div class="field${id === 'number' ? ' wide' : ''}">
<label for="${id}">${label}</label>
<div class="box"><input id="${id}" ${attributes} inputmode="numeric" aria-describedby="${id}-error" aria-invalid="false">${extra}</div>
<p class="error" id="${id}-error" role="alert"></p>
</div>`;

export const CARD_FIELDS = [
  field(
    'number',
    'Card number',
    'name="cardnumber" autocomplete="cc-number" placeholder="1234 1234 1234 1234"',
    '<span id="brand" aria-hidden="true"></span>',
  ),
  field('expiry', 'Expiration date', 'name="exp-date" autocomplete="cc-exp" placeholder="MM / YY"'),
  field('cvc', 'Security code', 'name="cvc" autocomplete="cc-csc" placeholder="CVC"'),
  '<p class="sandbox-note"><b>SANDBOX</b> Use a test card, such as 4242 4242 4242 4242.</p>',
].join('\n');
