import { crc32, inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50

/** The texts of the files in a ZIP by name, read as its directory has them; throws where one is not what that says. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(uint32(END))
  if (end < 0) throw new Error('this is no ZIP')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('the directory is broken')
    const [size, length, more, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const header = zip.readUInt32LE(at + 42)
    const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const content = inflateRawSync(zip.subarray(begin, begin + size))
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is broken`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, content.toString('utf8'))
    at += 46 + length + more + comment
  }
  return files
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
