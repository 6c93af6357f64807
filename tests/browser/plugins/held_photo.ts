import type { Page } from 'playwright'

/** What stands in the photo as a camera writes where it was taken. */
export const PLACE = 'N48.2082 E16.3738'

/** What a camera writes of how it was held and where (Exif 2.32, 4.6.4): the place as words of a description. */
function exif(): Buffer {
  const words = Buffer.from(`${PLACE}\0`)
  const tiff = Buffer.alloc(38)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  // ImageDescription, behind the list
  for (const [at, value] of [
    [10, 0x010e],
    [12, 2],
  ])
    tiff.writeUInt16LE(value, at)
  tiff.writeUInt32LE(words.length, 14)
  tiff.writeUInt32LE(tiff.length, 18)
  // Orientation 6: turned by a quarter
  for (const [at, value] of [
    [22, 0x0112],
    [24, 3],
    [30, 6],
  ])
    tiff.writeUInt16LE(value, at)
  tiff.writeUInt32LE(1, 26)
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, words])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A photo of 60 × 20 points, as a camera that is held upright stores it: red in its upper third, otherwise blue. */
export async function heldPhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate<string>(
    `(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 20 })
      const context = canvas.getContext('2d')
      context.fillStyle = '#00f'
      context.fillRect(0, 0, 60, 20)
      context.fillStyle = '#f00'
      context.fillRect(0, 0, 20, 20)
      return canvas.toDataURL('image/jpeg')
    })()`,
  )
  const jpeg = Buffer.from(address.split(',')[1] ?? '', 'base64')
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)])
  return { name: 'IMG_1.jpeg', mimeType: 'image/jpeg', buffer }
}
