/**
 * Entry point of the command line: runs TypeScript as it is. Beside a running Formwright it needs no settings: what
 * `npm start` found out lies in STORAGE_DIR.
 */
import '@poppinss/ts-exec'
import { recallSettings } from './scripts/settings.mjs'

recallSettings()
await import('./bin/console.js')
