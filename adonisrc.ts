import { defineConfig } from '@adonisjs/core/app'

/** The framework's commands but `make:service`: that name is ours, for what connections are to. */
async function frameworkCommands() {
  const commands = await import('@adonisjs/core/commands')
  const own = async () =>
    (await commands.getMetaData()).filter(({ commandName }) => commandName !== 'make:service')
  return { ...commands, getMetaData: own }
}

export default defineConfig({
  commands: [frameworkCommands, () => import('@adonisjs/lucid/commands')],
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    { file: () => import('@adonisjs/core/providers/repl_provider'), environment: ['repl', 'test'] },
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/session/session_provider'),
    () => import('@adonisjs/shield/shield_provider'),
    () => import('@adonisjs/auth/auth_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    // ends last of ours: what the others do until their end needs connections
    () => import('./providers/pool_provider.ts'),
    () => import('./providers/plugins_provider.ts'),
    { file: () => import('./providers/frontend_provider.ts'), environment: ['web'] },
    { file: () => import('./providers/deliveries_provider.ts'), environment: ['web'] },
    () => import('./providers/form_events_provider.ts'),
    { file: () => import('./providers/jobs_provider.ts'), environment: ['web'] },
    { file: () => import('./providers/secrets_provider.ts'), environment: ['web'] },
  ],
  preloads: [
    { file: () => import('#start/routes'), environment: ['web', 'test', 'console', 'repl'] },
    { file: () => import('#start/kernel'), environment: ['web', 'test', 'console', 'repl'] },
  ],
  tests: {
    suites: [
      {
        name: 'unit',
        files: ['{app,engine,packages,plugins,frontend,scripts,providers}/**/*.spec.ts'],
        timeout: 30_000,
      },
      { name: 'functional', files: ['tests/functional/**/*.spec.ts'], timeout: 300_000 },
      { name: 'faults', files: ['tests/faults/**/*.spec.ts'], timeout: 900_000 },
      { name: 'load', files: ['tests/load/**/*.spec.ts'], timeout: 300_000 },
      { name: 'browser', files: ['tests/browser/**/*.spec.ts'], timeout: 300_000 },
    ],
    forceExit: true,
  },
})
