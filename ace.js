/**
 * Entry point of the command line, for whatever Node it is called with: goes on with the one the application runs on,
 * and runs TypeScript as it is. Beside a running Formwright it needs no settings: what `npm start` found out lies in
 * STORAGE_DIR.
 */
import { install, onNode24 } from './scripts/node24.mjs'
import { Stop } from './scripts/stop.mjs'

try {
  await install()
  if (onNode24()) {
    await import('./scripts/typescript.mjs')
    const { recallSettings } = await import('./scripts/settings.mjs')
    recallSettings(process.argv[2] ?? '')
    await import('./bin/console.js')
  }
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exitCode = 1
}
