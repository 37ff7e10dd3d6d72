/** The installation of docker-compose.yml, with the sandbox: images built from the Dockerfile, services as containers. Needs root. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installContainerTools } from '../../../tools/local/debian.mjs';
import { claimPorts } from '../../../tools/local/environment.mjs';
import { root } from '../../../tools/local/setup.mjs';
import { readCompose } from '../../support/compose-file.ts';
import { eventually } from '../../support/index.ts';
import { connectStack } from '../../support/stack.mjs';
import { baseImage } from './bases.ts';
import { buildImages, type Image } from './images.ts';
import { Project } from './project.ts';

const PASSWORDS = {
  POSTGRES_PASSWORD: 'of-super',
  DATABASE_OWNER_PASSWORD: 'of-owner',
  DATABASE_SERVER_PASSWORD: 'of-server',
};
/** Without limits, because all calls of a test come from one address. */
const FOR_TESTS = 'LIMITS=off\nSWEEP_INTERVAL_SECONDS=1\n';

export interface Installation {
  images: Map<string, Image>;
  project: Project;
  stack: ReturnType<typeof connectStack>;
  end: () => Promise<void>;
}

/** Builds and starts it. `log` gets each step of the Dockerfile. */
export async function install(log: (line: string) => void): Promise<Installation> {
  if (process.getuid?.() !== 0) throw new Error('Containers need root: run this test as root on Linux.');
  installContainerTools();
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-deployment-'));
  const claim = await claimPorts(3);
  const [port = 0, sandboxPort = 0, databasePort = 0] = claim.ports;
  const serverEnv = path.join(home, 'server.env');
  await writeFile(serverEnv, (await readFile(path.join(root, 'docker/sandbox.env'), 'utf8')) + FOR_TESTS);
  const variables = { ...PASSWORDS, PORT: String(port), API_ENV_FILE: serverEnv };
  const services = readCompose(path.join(root, 'docker-compose.yml'), variables);
  const { args = {} } = services.find(({ name }) => name === 'api')?.build ?? {};
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  const images = await buildImages(dockerfile, {
    context: root,
    args,
    home,
    log,
    baseOf: (name) => baseImage(name, home),
  });
  const project = await Project.create({
    name: 'lampstand',
    services,
    folder: root,
    home,
    imageOf: async ({ image, build }) => (image ? baseImage(image, home) : images.get(build!.target)!),
  });
  const end = async () => {
    await project.down();
    claim.release();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await project.up();
    await project.publish('proxy', port, 80);
    await project.publish('sandbox', sandboxPort, 4242);
    // For the questions of a test, which the file does not publish.
    await project.publish('database', databasePort, 5432);
    const url = `http://localhost:${port}`;
    await eventually(async () => (await fetch(`${url}/readyz`)).ok, { within: 30_000 });
    const stack = connectStack({
      url,
      apiUrls: [url],
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      smtpPort: 0,
      databaseUrl: `postgres://postgres:${PASSWORDS.POSTGRES_PASSWORD}@127.0.0.1:${databasePort}/lampstand`,
      home,
    });
    return { images, project, stack, end: () => stack.close().then(end) };
  } catch (error) {
    const logs = await Promise.all(project.containers.map(async (each) => `${each.name}:\n${await each.logs()}`));
    await end();
    throw new Error(`The installation does not start:\n${logs.join('\n')}`, { cause: error });
  }
}
