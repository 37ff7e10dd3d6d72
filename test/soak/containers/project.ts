/** The services of a compose file as running containers: made, started in order, stopped. Needs root on Linux. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Service } from '../../support/compose-file.ts';
import { Container } from './container.ts';
import type { Image } from './images.ts';
import { type Attached, Networks } from './network.ts';

interface ProjectOptions {
  name: string;
  services: Service[];
  /** The folder of the compose file. */
  folder: string;
  imageOf: (service: Service) => Promise<Image>;
  /** For volumes, logs and mount points. */
  home: string;
}

export class Project {
  readonly containers: Container[] = [];
  /** The names of containers in the order in which they were started, and of those that were found healthy. */
  readonly order: string[] = [];
  readonly #volumes = new Set<string>();

  private constructor(
    readonly networks: Networks,
    private readonly options: ProjectOptions,
  ) {}

  static async create(options: ProjectOptions): Promise<Project> {
    const names = [...new Set(options.services.flatMap(({ networks }) => Object.keys(networks)))];
    const project = new Project(await Networks.create(names), options);
    await project.#make();
    return project;
  }

  of(service: string): Container[] {
    return this.containers.filter(({ name }) => name.startsWith(`${this.options.name}-${service}-`));
  }

  /** Starts each service once those it depends on are healthy. */
  async up(): Promise<void> {
    const started = new Map<string, Promise<void>>();
    const start = (name: string): Promise<void> => {
      if (!started.has(name)) started.set(name, this.#start(name, start));
      return started.get(name)!;
    };
    await Promise.all(this.options.services.map(({ name }) => start(name)));
  }

  async down(): Promise<void> {
    await Promise.all(this.containers.map((container) => container.stop()));
    await this.networks.remove();
  }

  /** Passes connections to a port of this machine on to a port of the service. */
  publish(service: string, port: number, containerPort: number): Promise<void> {
    return this.networks.publish(this.of(service)[0]!.options.network, port, containerPort);
  }

  async #start(name: string, start: (name: string) => Promise<void>): Promise<void> {
    const service = this.options.services.find((each) => each.name === name);
    if (!service) throw new Error(`A service depends on ${name}, which the file does not have.`);
    for (const [other, condition] of Object.entries(service.dependsOn)) {
      await start(other);
      if (condition !== 'service_healthy')
        throw new Error(`${name} depends on ${other} in a way this test does not know.`);
      await Promise.all(this.of(other).map((container) => container.untilHealthy()));
      this.order.push(`${other} is healthy`);
    }
    for (const container of this.of(name)) await container.start();
    this.order.push(`${name} starts`);
  }

  async #make(): Promise<void> {
    const { services, name, home, imageOf } = this.options;
    const attached = new Map<string, Attached>();
    const containerNames = (service: Service) =>
      Array.from({ length: service.replicas }, (_, index) => `${name}-${service.name}-${index + 1}`);
    for (const service of services)
      for (const each of containerNames(service))
        attached.set(each, await this.networks.attach(Object.keys(service.networks)));

    /** What a service finds by name: the containers, services and aliases of its own networks. */
    const hostsOf = (reader: Service) =>
      services.flatMap((service) =>
        Object.entries(service.networks).flatMap(([network, aliases]) =>
          network in reader.networks
            ? containerNames(service).map((each) =>
                [attached.get(each)!.addresses[network], each, service.name, ...aliases].join(' '),
              )
            : [],
        ),
      );

    for (const service of services) {
      const image = await imageOf(service);
      const unmounted = image.volumes.filter((target) => !service.volumes.some((each) => each.endsWith(`:${target}`)));
      for (const each of containerNames(service))
        this.containers.push(
          new Container({
            ...service,
            env: service.environment,
            ...((service.health ?? image.health) && { health: service.health ?? image.health! }),
            name: each,
            image,
            network: attached.get(each)!,
            hosts: hostsOf(service),
            volumes: await Promise.all([...service.volumes, ...unmounted].map((volume) => this.#volume(volume))),
            home,
          }),
        );
    }
  }

  /** `name:/target`, `./file:/target:ro`, or the target alone. */
  async #volume(text: string) {
    const [, from = '', target = '', mode = ''] = /^(?:([^:]+):)?(\/[^:]*)(?::(ro))?$/.exec(text) ?? [];
    const readOnly = mode === 'ro';
    if (from.startsWith('.')) return { source: path.join(this.options.folder, from), target, readOnly, isNew: false };
    const source = path.join(this.options.home, 'volumes', from || `anonymous-${this.#volumes.size}`);
    const isNew = !this.#volumes.has(source);
    this.#volumes.add(source);
    await mkdir(source, { recursive: true });
    return { source, target, readOnly, isNew };
  }
}
