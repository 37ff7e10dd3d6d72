/** deploy/kubernetes/lampstand.yml agrees with the image and with the server's times. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { sharedStack } from '../support/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const [deployment, service] = parseAllDocuments(read('deploy/kubernetes/lampstand.yml')).map((each) => each.toJS());
const pod = deployment.spec.template;
const [api] = pod.spec.containers;
const stack = sharedStack();

describe('deploy/kubernetes/lampstand.yml', () => {
  it('names the ports of the image, and the service leads to the site only', () => {
    const [, exposed = ''] = /^EXPOSE (3000.*)$/m.exec(read('Dockerfile')) ?? [];
    expect(api.ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual(
      exposed.split(' ').map(Number),
    );
    expect(service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    expect(service.spec.selector).toEqual(pod.metadata.labels);
    expect(deployment.spec.selector.matchLabels).toEqual(pod.metadata.labels);
  });

  it('asks for addresses that a server answers by whatever name the platform calls it', async () => {
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { status } = await fetch(`${stack.apiUrls[0]}${api[probe].httpGet.path}`, {
        headers: { host: '10.1.2.3:3000' },
      });
      expect({ probe, status }).toEqual({ probe, status: 200 });
    }
    expect(api.readinessProbe.httpGet.path).toBe('/readyz');
    expect(api.livenessProbe.httpGet.path).toBe('/healthz');
  });

  it('notices a stopping server while it still serves, and waits for its end', () => {
    const { periodSeconds, timeoutSeconds, failureThreshold } = api.readinessProbe;
    expect((periodSeconds + timeoutSeconds) * failureThreshold * 2).toBeLessThanOrEqual(new Settings().DRAIN_SECONDS);
    const [, stop] = /SHUTDOWN_TIMEOUT_MS = (\d+) \* SECOND/.exec(read('apps/api/src/platform/shutdown.ts'))!;
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(stop));
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });

  it('gives a server the rights that it has with compose', () => {
    expect(api.securityContext).toMatchObject({
      runAsNonRoot: true,
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.spec.automountServiceAccountToken).toBe(false);
  });
});
