import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Scope } from '#api_types/access_tokens'
import { newToken } from '#tests/functional/program'
import { newCreator } from '#tests/functional/visitor'

const run = promisify(execFile)
const SCOPES: Scope[] = [
  ...(['workspaces:read', 'forms:read', 'forms:write', 'submissions:read', 'submissions:write'] as const),
]
const ANSWERS = [{ name: 'Ada', email: 'ada@example.com' }]

test.group('The client of the API as it is published', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-client-'))
  const packed = join(folder, 'node_modules/@formwright/client')
  group.setup(async () => {
    mkdirSync(join(folder, 'node_modules/@formwright'), { recursive: true })
    await run(process.execPath, [app.makePath('packages/client/pack.mjs'), packed])
    const example = readFileSync(app.makePath('packages/client/example.ts'), 'utf8')
    writeFileSync(join(folder, 'example.js'), stripTypeScriptTypes(example))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    return () => rmSync(folder, { recursive: true })
  })

  test('goes the whole way of the example on whatever Node the system has, from 20 on', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const { token } = await newToken(creator.visitor, creator.workspaceId, SCOPES)
    const program = `import { example } from './example.js'
      console.log(JSON.stringify([process.versions.node, await example(...process.argv.slice(1))]))`
    const args = ['--input-type=module', '--eval', program, creator.visitor.baseUrl, token]
    const { stdout } = await run('node', args, { cwd: folder })
    const [version, answers] = JSON.parse(stdout)
    assert.isAtLeast(Number.parseInt(version), 20)
    assert.deepEqual(answers, ANSWERS)
  })

  test('goes it in Chromium, on a page of another origin', async ({ assert, browserContext, cleanup }) => {
    const creator = await newCreator()
    const { token } = await newToken(creator.visitor, creator.workspaceId, SCOPES)
    const imports = JSON.stringify({ imports: { '@formwright/client': '/client.js' } })
    const files: Record<string, [type: string, text: () => string]> = {
      '/': [
        'text/html',
        () => `<!doctype html><title>Elsewhere</title><script type="importmap">${imports}</script>`,
      ],
      '/example.js': ['text/javascript', () => readFileSync(join(folder, 'example.js'), 'utf8')],
      '/client.js': ['text/javascript', () => readFileSync(join(packed, 'client.js'), 'utf8')],
    }
    const elsewhere = http.createServer(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', () => '']
      response.writeHead(200, { 'content-type': type }).end(text())
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    cleanup(() => void elsewhere.close())
    const { port } = elsewhere.address() as AddressInfo
    const page = await browserContext.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const example = (url: string, of: string) =>
      page.evaluate(
        `import('/example.js').then(({ example }) => example(${JSON.stringify(url)}, ${JSON.stringify(of)}))
           .catch(({ status, code }) => ({ status, code }))`,
      )
    assert.deepEqual(await example(creator.visitor.baseUrl, token), ANSWERS)
    // what is wrong is read there, too
    assert.deepInclude(await example(creator.visitor.baseUrl, 'fw_nothing'), { status: 401 })
  })
})
