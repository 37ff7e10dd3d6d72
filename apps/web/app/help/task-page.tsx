import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router-dom';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { MailLink } from '../components/text-links.tsx';
import { Prose } from '../content/reading.tsx';
import { helpTasks } from '../content/texts.ts';
import { headOf } from '../seo/head.ts';
import type { PageHandle } from '../seo/page.ts';
import { breadcrumbLd } from '../seo/structured-data.ts';
import { HELP } from '../seo/trail.ts';
import './task-page.css';

export const handle: PageHandle = { page: helpTasks };

export const meta = ({ params }: MetaArgs) => {
  const task = requireTask(params['task']);
  return headOf(task, [breadcrumbLd(HELP, { name: task.title, path: task.path })]);
};

function requireTask(name: string | undefined) {
  const task = helpTasks.find((each) => each.task === name);
  if (!task) throw new Response(null, { status: 404 });
  return task;
}

/** Unknown tasks are a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  requireTask(params['task']);
  return null;
}

/** One answer of the help center, with the others beside it. */
export default function TaskPage() {
  const { task, title, description, Body } = requireTask(useParams()['task']);
  return (
    <div className="reading help-task">
      <header className="reading-head">
        <Breadcrumbs above={[HELP]} />
        <h1>{title}</h1>
        <p className="lede">{description}</p>
      </header>
      <div className="reading-columns">
        <nav className="contents other-tasks" aria-labelledby="other-tasks">
          <p id="other-tasks">More help</p>
          <ol>
            {helpTasks.map((other) => (
              <li key={other.task}>
                <a href={other.path} aria-current={other.task === task ? 'page' : undefined}>
                  {other.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          <Prose Body={Body} />
          <p className="still-stuck">
            Still stuck? Write to <MailLink />, and a real person will answer.
          </p>
        </div>
      </div>
    </div>
  );
}
