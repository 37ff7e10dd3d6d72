// @ts-check
// The only script of the blog and of texts with a table of contents: over HTTP/1.1 a browser has six connections, and the opening
// picture needs one.

/** @type {NodeListOf<HTMLAnchorElement>} */
const contents = document.querySelectorAll('.contents.beside a');
const box = document.querySelector('.newsletter');

/** Marks the current chapter in the table of contents, for browsers without `:target-current`. */
function markChapters() {
  const links = [...contents];
  const chapters = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const markChapter = () => {
    const read = chapters.findLastIndex((chapter) => chapter && chapter.getBoundingClientRect().top < innerHeight / 3);
    for (const [index, link] of links.entries()) link.classList.toggle('now', index === Math.max(read, 0));
  };
  addEventListener('scroll', markChapter, { passive: true });
  markChapter();
}

/** Submits the newsletter form without leaving the page. The messages are in the form's data attributes. @param {Element} newsletter */
function submitInPlace(newsletter) {
  /** @param {string} part */
  const find = (part) => /** @type {HTMLInputElement} */ (newsletter.querySelector(part));
  const field = find('input');
  const button = find('button');
  const form = /** @type {HTMLFormElement} */ (field.form);
  const { invalid, accepted, failed } = form.dataset;

  const show = (error = '', answer = '', good = false) => {
    find('[data-error]').textContent = error;
    find('[role=status]').textContent = answer;
    form.classList.toggle('accepted', good);
    field.ariaInvalid = `${!!error}`;
    if (error) field.focus();
  };

  const send = async () => {
    const response = await fetch('/api/newsletter-subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: field.value }),
    });
    const { error, fields } = await response.json();
    if (!response.ok) return fields?.email ? show(fields.email) : show('', error ?? failed);
    form.reset();
    show('', accepted, true);
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.ariaDisabled) return;
    show(field.validity.valid ? '' : invalid);
    if (!field.validity.valid) return;
    button.ariaDisabled = 'true';
    void send()
      .catch(() => show('', failed))
      .finally(() => (button.ariaDisabled = null));
  });
  form.noValidate = true;
  const code = '/suggestion.js';
  const load = () => void import(code).then(({ suggestFor }) => suggestFor(field)).catch(() => {});
  field.addEventListener('focus', load, { once: true });
}

if (contents.length && !CSS.supports('selector(:target-current)')) markChapters();
if (box) submitInPlace(box);
