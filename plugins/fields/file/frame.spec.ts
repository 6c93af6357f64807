import { test } from '@japa/runner'
import fc from 'fast-check'
import { type Frame, moved, resized, type Size, widest } from './frame.ts'
import { writtenAs } from './written.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 9_000 }),
  height: fc.integer({ min: 1, max: 9_000 }),
})
const ratio = fc.constantFrom(undefined, 1, 4 / 3, 16 / 9)
const corner = fc.record({ right: fc.boolean(), bottom: fc.boolean() })
const step = fc.record({
  x: fc.double({ min: -9_999, max: 9_999, noNaN: true }),
  y: fc.double({ min: -9_999, max: 9_999, noNaN: true }),
})
const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))

test.group('The frame around a part of a picture', () => {
  test('is never beyond the picture, never too small, and keeps its ratio and its other corner', ({
    assert,
  }) => {
    fc.assert(
      fc.property(
        size,
        ratio,
        fc.array(fc.tuple(fc.option(corner), step), { maxLength: 12 }),
        (size, ratio, steps) => {
          let frame = widest(size, ratio)
          isFitting(frame, size, ratio)
          for (const [corner, by] of steps) {
            const before = frame
            frame = corner ? resized(frame, corner, by, size, ratio) : moved(frame, by, size)
            isFitting(frame, size, ratio)
            if (corner) assert.isTrue(isNear(standing(frame, corner), standing(before, corner)))
            else assert.isTrue(isNear(frame.width, before.width))
          }
        },
      ),
    )

    function isFitting({ left, top, width, height }: Frame, size: Size, ratio: number | undefined) {
      assert.isTrue(left > -1e-6 && top > -1e-6)
      assert.isTrue(left + width < size.width + 1e-6 && top + height < size.height + 1e-6)
      assert.isAbove(Math.min(width, height), Math.min(size.width, size.height) * 0.0999)
      if (ratio) assert.isTrue(isNear(width / height, ratio))
    }

    /** The side that stays where it is. */
    function standing({ left, width }: Frame, { right }: { right: boolean }): number {
      return right ? left : left + width
    }
  })

  test('a part is written in the type of its picture, or in one that is taken')
    .with([
      ['a.png', 'image/png', ['image/png'], 'a.png'],
      ['a.b.avif', 'image/avif', ['image/jpeg', 'image/avif'], 'a.b.jpg'],
      ['IMG', 'image/heic', ['image/webp', 'image/heic'], 'IMG.webp'],
      ['a.avif', 'image/avif', ['image/avif'], undefined],
      ['a.gif', 'image/gif', ['image/gif', 'image/jpeg'], undefined],
      ['a.pdf', 'application/pdf', ['application/pdf', 'image/jpeg'], undefined],
    ] as const)
    .run(({ assert }, [name, type, taken, written]) => {
      const types: readonly string[] = taken
      assert.equal(writtenAs({ name, type }, (file) => types.includes(file.type))?.name, written)
    })
})
