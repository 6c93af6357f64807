import { test } from '@japa/runner'
import { sizeInEnglish } from './size.ts'

test.group('Sizes', () => {
  test('are said in decimal units')
    .with([
      [0, '0 B'],
      [999, '999 B'],
      [1000, '1 kB'],
      [256_000, '256 kB'],
      [999_499, '999 kB'],
      [999_500, '1 MB'],
      [8_388_608, '8.4 MB'],
      [2_345_600_000, '2,345.6 MB'],
    ] as const)
    .run(({ assert }, [bytes, said]) => assert.equal(sizeInEnglish(bytes), said))
})
