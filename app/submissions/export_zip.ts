import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { exportPieces } from '#app/submissions/export_csv'
import type { View } from '#app/submissions/view'
import env from '#start/env'

/** Where exports are written; whatever is left there is swept away after a while. */
export const exportFolder = join(env.get('STORAGE_DIR'), 'exports')

/**
 * The submissions of a view as one ZIP: the main file, and one for each section that repeats. The rows are read once: the
 * main file is sent while the others are written beside it, and these follow. `names` are those of the entries.
 */
export async function* exportZip(
  workspaceId: string,
  formId: string,
  view: View,
  names: readonly string[],
): AsyncGenerator<Buffer> {
  const [mainName = '', ...sectionNames] = names
  const id = randomUUID()
  await mkdir(exportFolder, { recursive: true })
  const paths = sectionNames.map((_, index) => join(exportFolder, `${id}.${index + 1}.csv`))
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const fail = (error: Error) => output.destroy(error)
  const main = Readable.from(mainPieces(exportPieces(workspaceId, formId, view), paths), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  main.on('error', fail)
  zip.on('error', fail)
  zip.addReadStream(main, mainName)
  for (const [index, path] of paths.entries()) {
    // opened when it is its turn: the main file is through then, and with it this one
    zip.addReadStreamLazy(sectionNames[index] ?? '', (opened) =>
      opened(null, createReadStream(path).on('error', fail)),
    )
  }
  zip.end()
  try {
    yield* output
  } finally {
    main.destroy()
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

/** Answers what belongs to the main file, and writes what belongs to the others into these. */
async function* mainPieces(
  pieces: AsyncIterable<readonly string[]>,
  paths: readonly string[],
): AsyncGenerator<string> {
  const files: FileHandle[] = []
  try {
    for (const path of paths) files.push(await open(path, 'w', 0o600))
    for await (const [main, ...sections] of pieces) {
      for (const [index, text] of sections.entries()) if (text !== '') await files[index]?.appendFile(text)
      if (main !== '') yield main
    }
  } finally {
    for (const file of files) await file.close()
  }
}

/** Packs files that lie on the disk into one. Answers how large that is, once it is safely there. */
export async function packZip(
  entries: readonly { name: string; path: string }[],
  target: string,
  stop: AbortSignal,
): Promise<number> {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error) => output.destroy(error))
  for (const { name, path } of entries) zip.addFile(path, name)
  zip.end()
  const file = createWriteStream(target, { mode: 0o600, flush: true })
  await pipeline(output, file, { signal: stop })
  return file.bytesWritten
}
