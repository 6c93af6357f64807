// A PostgreSQL of its own for the fault harness, with everything on that makes it durable; prepared unless its folder was.
// Prints where it is, and stops when the process that started it lets go of its input.
import { embeddedUrls, migrate, prepareEmbedded } from '../../scripts/database.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { serverEnvironment } from '../../scripts/settings.mjs'
import fs from 'node:fs'
import path from 'node:path'

const [storage] = process.argv.slice(2)
const dir = path.join(storage, 'postgres')
const isPrepared = fs.existsSync(dir)
const server = await startPostgres({ dir })
if (!isPrepared) await prepareEmbedded(server)
const urls = embeddedUrls(server, 'formwright')
const env = { ...serverEnvironment(storage), NODE_ENV: 'production', ...urls }
if (!isPrepared) await migrate(env)
const { APP_KEY } = env
console.log(JSON.stringify({ APP_KEY, ...urls }))
process.stdin.resume()
process.stdin.on('end', async () => {
  await server.stop()
  process.exit(0)
})
