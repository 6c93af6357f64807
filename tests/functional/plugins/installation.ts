import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpack } from '#tests/functional/plugins/author'
import { ANSWER_MEMBERS, LAYOUT_MEMBERS, MEMBERS, SERVER_MEMBERS } from '#tests/functional/plugins/contract'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FIXTURE = fileURLToPath(new URL('temperature/', import.meta.url))
const MOODY = fileURLToPath(new URL('moody/', import.meta.url))
/** Roles of layout blocks that fail in ways of their own. */
const MOODY_ROLES = ['content', 'section', 'ending'] as const

/** What the server is started with. */
export const SERVER = ['--import=./scripts/typescript.mjs', 'bin/server.ts'] as const

/** What an installation makes of its own, or does not need. */
const OWN = new Set(['node_modules', 'storage', 'dist', 'build', 'tests', '.git', '.adonisjs'])

/**
 * A production installation of its own: a copy of the sources, built by itself and served on a port of its own from the
 * tests' database. It lies inside the tree, so that packages are found in the folders above it.
 */
export class Installation {
  readonly root: string
  readonly port: number
  #server: ChildProcess | undefined

  readonly #environment: Record<string, string>

  private constructor(root: string, port: number, environment: Record<string, string>) {
    this.root = root
    this.port = port
    this.#environment = environment
  }

  /** `environment`: what its builds and its server are told besides. */
  static async make(environment: Record<string, string> = {}): Promise<Installation> {
    mkdirSync(join(ROOT, 'storage'), { recursive: true })
    const root = mkdtempSync(join(ROOT, 'storage/installation-'))
    for (const name of readdirSync(ROOT)) {
      if (!OWN.has(name) && !name.startsWith('dist.'))
        cpSync(join(ROOT, name), join(root, name), { recursive: true })
    }
    // Tools are named by path; packages that a test installs are laid beside them.
    mkdirSync(join(root, 'node_modules'))
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      // `.installed` says that nothing has to be installed
      if (name !== '@formwright' && (!name.startsWith('.') || name === '.installed'))
        symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
    }
    // our packages are its own too
    mkdirSync(join(root, 'node_modules/@formwright'))
    for (const name of readdirSync(join(root, 'packages')))
      symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@formwright', name))
    return new Installation(root, await freePort(), environment)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Drops the folder of a kind that is like temperature under another name. */
  dropField(kind: string): string {
    return this.#write(join(this.root, 'plugins/fields', kind), kind)
  }

  /**
   * Drops a field like temperature and a layout kind of each role (`moody-ending`), whose members fail for the blocks that
   * name them, once their `BROKEN` is true: see `breakMoodyKinds`.
   */
  dropMoodyKinds(): void {
    this.dropField('temperature')
    const source = (name: string) => readFileSync(join(MOODY, name), 'utf8')
    const members = JSON.stringify([MEMBERS, ANSWER_MEMBERS, SERVER_MEMBERS, LAYOUT_MEMBERS])
    const lay = (folder: string, files: Readonly<Record<string, string>>) => {
      mkdirSync(join(folder, 'texts'), { recursive: true })
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      writeFileSync(join(folder, 'moods.js'), source('moods.js').replace('[[], [], [], []]', members))
    }
    const own = ['field.js', 'answer.js', 'server.js', 'respond.js', 'edit.js', 'results.js']
    lay(this.dropField('moody'), Object.fromEntries(own.map((name) => [name, source(name)])))
    for (const role of MOODY_ROLES) {
      const kind = `moody-${role}`
      lay(join(this.root, 'plugins/layout', kind), {
        'layout.js': source('layout.js').replaceAll('KIND', kind).replaceAll('ROLE', role),
        'respond.js': source('layout_respond.js'),
        'texts/en.json': JSON.stringify({ name: kind, [`presets.${kind}.title`]: kind }),
      })
    }
  }

  /** From now on they fail. */
  breakMoodyKinds(): void {
    const kinds = ['fields/moody', ...MOODY_ROLES.map((role) => `layout/moody-${role}`)]
    for (const kind of kinds) this.edit(`plugins/${kind}/moods.js`, 'BROKEN = false', 'BROKEN = true')
  }

  /** Copies the folder of a field as it lies. */
  copyField(folder: string): void {
    cpSync(folder, join(this.root, 'plugins/fields', basename(folder)), { recursive: true })
  }

  /** Installs a package that brings such a kind. */
  installPackage(name: string, kind: string): string {
    const folder = join(this.root, 'node_modules', name)
    this.#write(join(folder, 'dist', kind), kind)
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', type: 'module', formwright: { fields: [`dist/${kind}`] } }),
    )
    this.#depend(name, '1.0.0')
    return folder
  }

  /** Installs a packed package. */
  installArchive(name: string, archive: string): void {
    unpack(archive, join(this.root, 'node_modules', name))
    this.#depend(name, '1.0.0')
  }

  /** Lays a library beside the packages that need it. */
  installLibrary(own: { name: string }, files: Readonly<Record<string, string>>): void {
    const folder = join(this.root, 'node_modules', own.name)
    mkdirSync(folder)
    for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(own), ...files }))
      writeFileSync(join(folder, name), text)
  }

  removePackage(name: string): void {
    rmSync(join(this.root, 'node_modules', name), { recursive: true })
    this.#depend(name, undefined)
  }

  #depend(name: string, version: string | undefined): void {
    const own = JSON.parse(readFileSync(join(this.root, 'package.json'), 'utf8'))
    own.dependencies[name] = version
    writeFileSync(join(this.root, 'package.json'), JSON.stringify(own))
  }

  removeField(kind: string): void {
    rmSync(join(this.root, 'plugins/fields', kind), { recursive: true })
  }

  /** Runs a script of the installation to its end; answers its exit code and what it said. */
  async run(...args: string[]): Promise<{ code: number; output: string }> {
    return this.#ended(this.#spawn(args))
  }

  /** Runs a command as the documents show it, with whatever Node the system has. */
  async ace(...args: string[]): Promise<{ code: number; output: string }> {
    return this.#ended(this.#spawn(['ace', ...args], 'node'))
  }

  async #ended(child: ChildProcess): Promise<{ code: number; output: string }> {
    const output = outputOf(child)
    const code = await exitOf(child)
    // it would take a minute, need a registry, and change the packages under a server that runs
    if (output().includes('Installing dependencies'))
      throw new Error('The installation lacks packages: lay in `make` whatever the lock file links.')
    return { code, output: output() }
  }

  /** Builds the front end if its sources changed. */
  async build(): Promise<string> {
    const { code, output } = await this.run('scripts/build.mjs')
    if (code !== 0) throw new Error(output)
    return output
  }

  /** Changes a source file. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(join(this.root, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    writeFileSync(join(this.root, file), text.replace(from, to))
  }

  /** Serves until `stop`, by the server alone or by another command. Rejects with what it said when it ends at once. */
  async start(args: readonly string[] = SERVER): Promise<void> {
    const server = this.#spawn(args)
    const output = outputOf(server)
    this.#server = server
    // Tests that are broken off must not leave a server behind.
    process.once('exit', () => server.kill('SIGKILL'))
    const ended = exitOf(server).then((code) => {
      throw new Error(`the server ended with ${code}: ${output()}`)
    })
    await Promise.race([ended, ready(`${this.url}/health/live`)])
    ended.catch(() => undefined)
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server || server.exitCode !== null) return
    const ended = exitOf(server)
    server.kill('SIGTERM')
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.root, { recursive: true, force: true })
  }

  #spawn(args: readonly string[], program = process.execPath): ChildProcess {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(this.port),
      APP_URL: '',
      // stand-ins lie on this machine
      OUTBOUND_ALLOW: '127.0.0.0/8',
      STORAGE_DIR: join(this.root, 'storage'),
      ...this.#environment,
    }
    return spawn(program, args, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  #write(folder: string, kind: string): string {
    for (const file of ['field.js', 'answer.js', 'respond.js', 'results.js', 'texts/en.json']) {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      const text = readFileSync(join(FIXTURE, file), 'utf8')
      const title = kind.replace(/^./, (first) => first.toUpperCase())
      const renamed = text.replaceAll('temperature', kind).replaceAll('Temperature', title)
      writeFileSync(join(folder, file), renamed)
    }
    return folder
  }
}

function outputOf(child: ChildProcess): () => string {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return () => output
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

/** Resolves when the address answers. */
async function ready(address: string): Promise<void> {
  for (;;) {
    const answered = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
