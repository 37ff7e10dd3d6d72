import { useEffect } from 'react';

const PREFIX = 'Error: ';

let standing = 0;

/** Sets the document's title, which begins with "Error: " while an error stands on the page. */
export function setTitle(title: string) {
  document.title = `${standing ? PREFIX : ''}${title}`;
}

function change(by: 1 | -1) {
  const title = document.title.startsWith(PREFIX) ? document.title.slice(PREFIX.length) : document.title;
  standing += by;
  setTitle(title);
}

/** While `stands`, the title says that there is an error. */
export function useErrorInTitle(stands: boolean) {
  useEffect(() => {
    if (!stands) return;
    change(1);
    return () => change(-1);
  }, [stands]);
}
