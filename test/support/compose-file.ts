/** Reads a compose file: variables, env files and merge keys resolved, as far as ours uses them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { environmentOf, interpolated } from './compose-variables.ts';

/** A duration such as `2s`, in milliseconds. */
export const milliseconds = (text: string): number => {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  if (!count) throw new Error(`"${text}" is no duration that this test knows: write seconds (30s) or minutes (2m).`);
  return Number(count) * (unit === 'm' ? 60_000 : 1000);
};

export interface Health {
  /** Run by a shell if it is text. */
  test: string | string[];
  interval: number;
  timeout: number;
  startPeriod: number;
  retries: number;
}

export interface Service {
  name: string;
  image?: string;
  build?: { target: string; args: Record<string, string> };
  environment: Record<string, string>;
  /** The name of each network with the other names that the service has there. */
  networks: Record<string, string[]>;
  /** `[address:]port:port`. */
  ports: string[];
  volumes: string[];
  tmpfs: string[];
  readOnly: boolean;
  capabilities: string[];
  noNewPrivileges: boolean;
  health?: Health;
  /** The condition for each service that starts before. */
  dependsOn: Record<string, string>;
  restarts: boolean;
  graceMs: number;
  replicas: number;
}

const KNOWN = new Set(
  'image build environment env_file networks ports volumes tmpfs read_only cap_drop cap_add security_opt healthcheck depends_on restart stop_grace_period deploy'.split(
    ' ',
  ),
);

/** The services of a compose file. `env` are the variables of the shell and of the file `.env`. */
export function readCompose(file: string, env: Record<string, string>): Service[] {
  const text = readFileSync(file, 'utf8');
  const raw = parse(text, { merge: true });
  const project = interpolated(raw, { COMPOSE_PROJECT_NAME: raw.name, ...env });
  return Object.entries<any>(project.services).map(([name, given]) => {
    const unknown = Object.keys(given).filter((key) => !KNOWN.has(key));
    if (unknown.length) throw new Error(`The service ${name} has what this test does not read: ${unknown.join(', ')}.`);
    if (!isDeep(given.cap_drop, ['ALL'])) throw new Error(`The service ${name} does not drop all capabilities.`);
    return serviceOf(name, given, path.dirname(file));
  });
}

function serviceOf(name: string, given: any, folder: string): Service {
  const fromFile = given.env_file && environmentOf(readFileSync(path.resolve(folder, given.env_file), 'utf8'));
  const { healthcheck: health, build } = given;
  return {
    name,
    ...(given.image && { image: given.image }),
    ...(build && { build: { target: build.target, args: build.args ?? {} } }),
    environment: texts({ ...fromFile, ...given.environment }),
    networks: networksOf(given.networks ?? ['default']),
    ports: given.ports ?? [],
    volumes: given.volumes ?? [],
    tmpfs: given.tmpfs ?? [],
    readOnly: given.read_only === true,
    capabilities: given.cap_add ?? [],
    noNewPrivileges: given.security_opt?.includes('no-new-privileges:true') ?? false,
    ...(health && { health: healthOf(health) }),
    dependsOn: Object.fromEntries(
      Object.entries<any>(given.depends_on ?? {}).map(([other, { condition }]) => [other, condition]),
    ),
    restarts: given.restart === 'unless-stopped',
    graceMs: milliseconds(given.stop_grace_period ?? '10s'),
    replicas: given.deploy?.replicas ?? 1,
  };
}

const healthOf = ({ test, interval, timeout, start_period, retries }: any): Health => ({
  test,
  interval: milliseconds(interval ?? '30s'),
  timeout: milliseconds(timeout ?? '30s'),
  startPeriod: milliseconds(start_period ?? '0s'),
  retries: retries ?? 3,
});

const networksOf = (given: string[] | Record<string, { aliases?: string[] } | null>): Record<string, string[]> =>
  Array.isArray(given)
    ? Object.fromEntries(given.map((name) => [name, []]))
    : Object.fromEntries(Object.entries(given).map(([name, options]) => [name, options?.aliases ?? []]));

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const isDeep = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
