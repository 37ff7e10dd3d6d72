import { raw } from '../../platform/database/sql.ts';
import { cell, type Cell, phone, userText } from './csv-file.ts';
import type { Column } from './list.ts';
import { type Searchable, searchTextOf } from './search.ts';

/** What the lists of people have in common: how they are searched, and their columns on screen and in files. */

export const PERSON_SEARCH: Searchable = {
  text: searchTextOf(...['first_name', 'last_name', 'email', 'church_name', 'phone', 'id::text'].map(raw)),
  open: searchTextOf(...['first_name', 'last_name', 'church_name', 'id::text'].map(raw)),
  email: raw('email'),
  phone: raw('phone'),
};

/** Where the church is, as words of a search. */
export const CITY_SEARCH = searchTextOf(raw('church_city'));

/** An erased person keeps ten zeros, because the column requires ten digits. */
export const PHONE_TEXT = raw(`CASE phone WHEN '0000000000' THEN '' ELSE phone END`);

export const PERSON_COLUMNS: Column[] = [
  'first_name',
  'last_name',
  'email',
  ['phone', PHONE_TEXT],
  'church_name',
  'position',
  'church_size',
];

export const NAME = userText(`btrim(first_name || ' ' || last_name)`);

/** The fields of the ambassador application and of the trial request, which are the same. */
export const FORM_CELLS: Cell[] = [
  cell('Name', NAME),
  cell('Email', userText('email')),
  cell('Phone', phone),
  cell('Position', userText('position')),
  cell('Church', userText('church_name')),
  cell('City', userText('church_city')),
  cell('State', userText('church_state')),
  cell('Church Size', userText('church_size')),
  cell('Years in Ministry', userText('years_in_ministry')),
  cell('Why Interested', userText('why_interested')),
];
