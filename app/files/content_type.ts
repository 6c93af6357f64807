import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { SVG, svgRoot } from '#app/files/svg'

/** Text has no signature: what it is for, only its name can tell. Never something a browser would run. */
const TEXTS: Record<string, string> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.tsv': 'text/tab-separated-values',
  '.vcf': 'text/vcard',
  '.vtt': 'text/vtt',
  '.ics': 'text/calendar',
}

const XML = 'application/xml'

/** How much of a file is looked at; and how much to find the root of a picture, which long comments may stand before. */
const SAMPLE = 4096
const SVG_SAMPLE = 65_536

/** The type of a stored file, judged by its bytes; its name is believed only among kinds of plain text. */
export async function contentType(path: string, name: string): Promise<string> {
  const found = await fileTypeFromFile(path)
  // without what it may say besides, as of sounds their codec
  if (found && found.mime !== XML) return found.mime.split(';')[0] ?? found.mime
  const bytes = await beginning(path)
  if (svgRoot(new TextDecoder().decode(bytes)) !== undefined) return SVG
  if (found) return found.mime
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.includes(0)) return 'application/octet-stream'
  const text = new TextDecoder().decode(sample, { stream: true })
  if (text.includes('\uFFFD')) return 'application/octet-stream'
  if (/^\s*(<!doctype html|<html[\s>])/i.test(text)) return 'text/html'
  return TEXTS[extname(name).toLowerCase()] ?? 'text/plain'
}

async function beginning(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SVG_SAMPLE), 0, SVG_SAMPLE, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
