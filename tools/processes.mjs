/** What the system knows about a process id: whether it still runs, its name, and when it began. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A zombie nobody has collected yet counts as ended. */
export const isAlive = (pid) => {
  const found = look(pid);
  return found !== undefined && !found.state.startsWith('Z');
};

export const nameOf = (pid) => look(pid)?.name;

/** Ids are used again after a reboot or in a new container; together with the start they are not. */
export const identityOf = (pid) => (isAlive(pid) ? `${pid} ${look(pid)?.started}` : undefined);

function look(pid) {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid) {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = rest.split(' ');
  return { name, state: fields[0], started: fields[19] };
}

function fromPs(pid) {
  const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [state, ...words] = line.split(/\s+/);
  return { state, started: words.slice(0, 5).join(' '), name: words.slice(5).join(' ') };
}
