// The platform's own checks of what the app is. `npm install` first: it needs zapier-platform-core.
import { createRequire } from 'node:module'
import app from './index.js'

const { compileApp, validateApp } = createRequire(import.meta.url)('zapier-platform-core/src/tools/schema')

const faults = validateApp(compileApp(app))
for (const { property, message } of faults) console.error(`${property} ${message}`)
process.exitCode = faults.length > 0 ? 1 : 0
