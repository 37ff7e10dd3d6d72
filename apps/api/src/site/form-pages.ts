import type { ErrorBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { type CheerioAPI, load } from 'cheerio/slim';
import type { FastifyReply } from 'fastify';
import { contentOf, Pages } from './pages.ts';

/** What a page of a form shows when the server answers a plain post. */
export interface FormState {
  /** The controls of the form by name, as typed. */
  values?: Record<string, string>;
  /** The error above the form, with the messages of the fields. */
  error?: ErrorBody;
  /** A sentence above the form. */
  done?: string;
  /** Texts by the name in `data-fill`. */
  texts?: Record<string, string>;
  /** Parts to reveal, by the name in `data-if`. */
  shown?: string[];
}

/** The pages of the forms, filled in by the server for browsers that run no scripts. */
@Injectable()
export class FormPages {
  constructor(private readonly pages: Pages) {}

  async send(reply: FastifyReply, status: number, address: string, state: FormState): Promise<void> {
    const page = await this.pages.at(address);
    await reply
      .status(status)
      .headers({
        ...page.headers,
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      })
      .send(filledIn(contentOf(page).toString('utf8'), state));
  }
}

/** The page with its values and messages. It stays a plain page: its module scripts are left out. Everything is escaped. */
function filledIn(html: string, { values = {}, error, done, texts = {}, shown = [] }: FormState): string {
  const $ = load(html);
  $('script[type=later], script[data-late], script[type=module], link[rel=later]').remove();
  $('[name]').each((_, each) => {
    const name = $(each).attr('name')!;
    if (Object.hasOwn(values, name)) setControl($, $(each), values[name]!);
  });
  for (const [name, text] of Object.entries(texts)) $(`[data-fill=${name}]`).text(text);
  for (const name of shown) $(`[data-if=${name}]`).removeAttr('hidden');
  const fields = Object.entries(error?.fields ?? {}).map(([name, message]) => ({ name, message }));
  const marked = fields.filter(({ name, message }) => markField($, name, message));
  const form = $('#content form').first();
  if (done) form.before($('<div class="notice good wide" role="status"></div>').text(done));
  if (error) {
    form.before(summaryOf($, error.error, marked));
    $('title').text(`Error: ${$('title').text()}`);
  }
  return $.html();
}

function setControl($: CheerioAPI, control: ReturnType<CheerioAPI>, value: string): void {
  const type = control.attr('type');
  if (control.is('textarea')) return void control.text(value);
  if (control.is('select')) {
    const chosen = control.find('option').filter((_at, option) => $(option).attr('value') === value);
    control.find('option').removeAttr('selected');
    return void chosen.attr('selected', '');
  }
  if (type !== 'radio' && type !== 'checkbox') return void control.attr('value', value);
  control.removeAttr('checked');
  if (type === 'checkbox' || control.attr('value') === value) control.attr('checked', '');
}

/** Puts the message at its field, as the page does with scripts. False when the page has no such field. */
function markField($: CheerioAPI, name: string, message: string): boolean {
  const control = $('.field')
    .find('[id]')
    .add('.field[id]')
    .filter((_, each) => $(each).attr('id') === name)
    .first();
  if (!control.length) return false;
  const id = `${name}-error`;
  const text = $('<p class="error"></p>').attr('id', id).text(message);
  control.attr('aria-describedby', [id, control.attr('aria-describedby')].filter(Boolean).join(' '));
  if (control.is('fieldset')) control.find('legend').first().after(text);
  else control.after(text);
  const invalid = control.attr('role') === 'group' ? control.find('input') : control;
  invalid.attr('aria-invalid', 'true');
  control.parents('details').attr('open', '');
  return true;
}

function summaryOf($: CheerioAPI, error: string, marked: { name: string; message: string }[]) {
  const box = $('<div class="stack summary wide" tabindex="-1" role="group" autofocus></div>').attr(
    'aria-label',
    error,
  );
  const notice = $('<div class="notice bad"></div>').append($('<h2></h2>').text(error));
  const list = $('<ul></ul>');
  for (const { name, message } of marked)
    list.append($('<li></li>').append($('<a></a>').attr('href', `#${name}`).text(message)));
  if (marked.length) notice.append(list);
  return box.append(notice);
}
