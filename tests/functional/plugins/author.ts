import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Somebody who makes plugins in a folder of their own, with the packed kit and nothing else of this repository. What the
 * kit depends on is laid beside it, as npm would from the registry.
 */
export class Author {
  readonly root = mkdtempSync(join(tmpdir(), 'fw-author-'))

  constructor(name: string) {
    const kit = join(this.root, 'kit')
    this.run(process.execPath, join(ROOT, 'packages/kit/pack.mjs'), kit)
    mkdirSync(join(this.root, 'node_modules'))
    for (const library of readdirSync(join(ROOT, 'node_modules'))) {
      if (library === '@formwright' || library.startsWith('.')) continue
      symlinkSync(join(ROOT, 'node_modules', library), join(this.root, 'node_modules', library))
    }
    unpack(this.#pack(kit), join(this.root, 'node_modules/@formwright/kit'))
    this.write('package.json', JSON.stringify({ name, version: '1.0.0' }))
  }

  /** A command of the kit's; answers what it said. */
  kit(...args: string[]): string {
    const command = join(this.root, 'node_modules/@formwright/kit/cli/formwright_kit.js')
    return this.run(process.execPath, command, ...args)
  }

  run(program: string, ...args: string[]): string {
    return execFileSync(program, args, { cwd: this.root, encoding: 'utf8', stdio: 'pipe' })
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true })
    writeFileSync(join(this.root, file), text)
  }

  /** Changes a file. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(join(this.root, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    this.write(file, text.replace(from, to))
  }

  /** Packs what was built; answers the archive. */
  pack(): string {
    return this.#pack(this.root)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  #pack(folder: string): string {
    const args = ['pack', '--json', '--pack-destination', this.root]
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }))
    return join(this.root, packed.filename)
  }
}

/** Lays the files of an archive into a folder, as npm does. */
export function unpack(archive: string, folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
}
