import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { formPages } from '../site/form-pages.ts';

const page = formPages.search;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function SearchPage() {
  return (
    <div className="page">
      <Opening
        heading="Search"
        intro="Type a word or two. We look through our pages and articles, right here in your browser."
      />
    </div>
  );
}
