import { writtenFormatKinds, type WrittenFormatKind } from './offers.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelKinds } from '../labels/dataset-labels.ts'
import { shape as shapeSchema } from '../labels/index.ts'
import { detectFormat, formats } from './registry.ts'
import { anyImages } from './testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from './testing/memory-folder.ts'

type Damage = (bytes: Uint8Array) => Uint8Array

const replace =
  (from: RegExp, to: string): Damage =>
  (bytes) =>
    new TextEncoder().encode(new TextDecoder().decode(bytes).replace(from, () => to))

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (part): Damage =>
      (bytes) =>
        bytes.slice(0, Math.floor(bytes.length * part)),
  ),
  fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes): Damage => (bytes) => {
    const changed = bytes.slice()
    if (changed.length > 0) for (const [at, value] of changes) changed[at % changed.length] = value
    return changed
  }),
  fc.constantFrom<Damage[]>(
    replace(/\d+(?:\.\d+)?/, 'NaN'),
    replace(/\d+(?:\.\d+)?/, '-1'),
    replace(/\d+(?:\.\d+)?/g, '1e999'),
    replace(/\d+/g, '99999999999999999999'),
    replace(/\d+/g, '-0.5'),
    replace(/"[^"]*"/g, 'null'),
    replace(/[[\]]/g, '{'),
    replace(/:/, ''),
    replace(/\n/g, ''),
    replace(/^/, '['.repeat(5000)),
    replace(/^/, '<a>'.repeat(5000)),
    (bytes) => new Uint8Array([255, 254, ...bytes]),
    () => new Uint8Array(0),
    () => new TextEncoder().encode('null'),
    () => new TextEncoder().encode('{"images":{},"categories":[],"annotations":7,"shapes":[[]]}'),
  ),
)

const kindsOf = (kind: WrittenFormatKind) => [
  ...new Set(formats[kind].labelTypes.flatMap((type) => [...labelKinds[type]])),
]

test.each(writtenFormatKinds)(
  '%s: whatever is damaged, what is imported is whole, and the rest is told',
  async (id) => {
    await fc.assert(
      fc.asyncProperty(
        anyImages({ kinds: kindsOf(id) }),
        damage,
        fc.nat(),
        fc.nat(70),
        async ({ labels, images }, harm, which, chunk) => {
          const { files } = await written(formats[id].encode(memorySource(labels, images)))
          const names = Object.keys(files)
          const name = names[which % names.length]!
          const back = await decoded(formats[id], memoryFolder({ ...files, [name]: harm(files[name]!) }, chunk + 1))
          for (const image of back.images) {
            // Both or neither: 0 × 0 means unknown.
            expect(image.width).toBeGreaterThanOrEqual(0)
            expect(image.height > 0).toBe(image.width > 0)
            for (const { labelIndex, group: _, ...rest } of image.shapes) {
              expect(back.labels[labelIndex]).toBeDefined()
              expect(shapeSchema.safeParse({ id: 'a', labelId: 'b', ...rest }).error).toBeUndefined()
            }
          }
        },
      ),
      { numRuns: 120 },
    )
  },
)

test.each(writtenFormatKinds)('%s: every layout of an export is known by the names of its files', async (id) => {
  const images = fc
    .sample(anyImages({ kinds: kindsOf(id) }), { numRuns: 20, seed: 5 })
    .filter((some) => some.images.length > 0)
  for (const { labels, images: some } of images) {
    for (const { id: layout } of formats[id].layouts) {
      const { files } = await written(formats[id].encode(memorySource(labels, some), { layout, images: true }))
      expect(detectFormat(Object.keys(files))).toBe(id)
    }
  }
})
