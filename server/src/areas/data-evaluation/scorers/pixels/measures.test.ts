import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measurePixels } from './measures.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 24 }), fc.constantFrom(508, 512, 516, 640, 642, 1023, 1024, 1028))
const pictures = {
  random: (at: number) => (Math.imul(at + 1, 0x9e37_79b1) >>> 24) & 255,
  white: () => 255,
  yellow: (at: number) => (at % 3 === 2 ? 0 : 255),
  'blue, and black in places': (at: number) => (at % 3 === 2 && at % 7 !== 0 ? 255 : 0),
}

test('R3.10 statistics are the same to the last bit, whether pixels are read one by one or four at a time', () => {
  const sizes = fc.tuple(side, side, fc.constantFrom(...Object.keys(pictures)))
  fc.assert(
    fc.property(sizes, ([width, height, name]) => {
      const size = width * height * 3
      const byFour = Uint8Array.from({ length: size }, (_, at) => pictures[name as keyof typeof pictures](at))
      const byOne = new Uint8Array(size + 1).subarray(1)
      byOne.set(byFour)
      const measured = measurePixels({ data: byFour, width, height })
      expect(measured).toEqual(measurePixels({ data: byOne, width, height }))
    }),
    { numRuns: 60, examples: [[[640, 480, 'random']], [[1024, 1024, 'yellow']], [[1024, 768, 'white']]] },
  )
})
