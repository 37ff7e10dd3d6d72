import { startSandbox } from './sandbox.ts';
import { settingsFrom } from './settings.ts';

try {
  const settings = settingsFrom(process.env);
  const sandbox = await startSandbox(settings);
  console.log(`Sandbox ready on ${sandbox.url} (mail on port ${sandbox.smtpPort})`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  console.error(
    code === 'EADDRINUSE'
      ? `Sandbox: port ${port} is taken. Set SANDBOX_PORT or SANDBOX_SMTP_PORT.`
      : `Sandbox: ${message}`,
  );
  process.exit(1);
}
