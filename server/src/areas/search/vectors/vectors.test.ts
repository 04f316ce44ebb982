import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testedDimensions, testVectorIndex } from './conformance.ts'
import { createThreadedVectors } from './threaded-vectors.ts'

const folder = await mkdtemp(join(tmpdir(), 'vermilion-vectors-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const open = async () => createThreadedVectors({ folder: join(folder, 'index'), dimensions: testedDimensions })

testVectorIndex({ open })

test('R2.31 what was cut off while it was written is not there, and its slot takes a vector', async () => {
  const cut = { folder: join(folder, 'cut'), dimensions: testedDimensions }
  const vectors = [1, 2, 3].map((k) => Float32Array.from({ length: testedDimensions }, (_, i) => Math.sin(i * k)))
  const index = createThreadedVectors(cut)
  await index.put(vectors.map((vector, slot) => ({ slot, vector })))
  await index.close()
  await truncate(join(cut.folder, 'marks'), 2)
  await truncate(join(cut.folder, 'values'), (testedDimensions + 4) * 2 + 100)

  const again = createThreadedVectors(cut)
  expect((await again.search(vectors[2]!, { limit: 5 })).map(({ slot }) => slot).toSorted()).toEqual([0, 1])
  await again.put([{ slot: 2, vector: vectors[2]! }])
  expect((await again.search(vectors[2]!, { limit: 1 }))[0]).toMatchObject({ slot: 2 })
  await again.close()
})
