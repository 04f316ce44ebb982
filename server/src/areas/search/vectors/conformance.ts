import { expect, test } from 'vitest'
import { bitsOf, hasBit, type VectorIndex } from './vector-index.ts'

export const testedDimensions = 256

interface Tested {
  open(): Promise<VectorIndex>
}

export function testVectorIndex({ open }: Tested): void {
  const random = generator(7)
  const nearBy = (vector: Float32Array, noise: number) => vector.map((value) => value + noise * random())
  const vectors = Array.from({ length: 300 }, () => Float32Array.from({ length: testedDimensions }, random))
  const all = vectors.map((vector, slot) => ({ slot: slot * 3, vector }))

  test('R2.31 an index finds vectors by their direction, best first, and keeps them when it is opened again', async () => {
    const index = await open()
    expect(await index.search(vectors[0]!, { limit: 5 })).toEqual([])
    await index.put(all.slice(0, 150))
    await index.put(all.slice(150))
    await index.close()

    const again = await open()
    const [first, second] = await again.search(nearBy(vectors[42]!, 0.2), { limit: 300 })
    expect(first).toMatchObject({ slot: 126 })
    expect(first!.similarity).toBeGreaterThan(second!.similarity)
    const longer = vectors[42]!.map((value) => value * 1_000)
    const hits = await again.search(longer, { limit: 300 })
    expect(hits).toHaveLength(300)
    for (const { slot, similarity } of hits) {
      expect(similarity).toBeCloseTo(cosine(vectors[42]!, vectors[slot / 3]!), 1)
    }
    expect(hits.map(({ similarity }) => similarity)).toEqual(
      hits.map((hit) => hit.similarity).toSorted((a, b) => b - a),
    )
    expect((await again.search(longer, { limit: 7 })).map(({ slot }) => slot)).toEqual(
      hits.slice(0, 7).map(({ slot }) => slot),
    )
    await again.close()
  })

  test('R2.31 a removed vector is never in an answer, also when the index is opened again; a slot takes another one', async () => {
    const index = await open()
    await index.put(all)
    await index.remove([126, 129, 1_000_000])
    expect((await index.search(vectors[42]!, { limit: 300 })).map(({ slot }) => slot)).not.toContain(126)
    expect(await index.get(126)).toBeUndefined()
    await index.put([{ slot: 0, vector: vectors[42]! }])
    await index.close()

    const again = await open()
    const hits = await again.search(vectors[42]!, { limit: 300 })
    expect(hits).toHaveLength(298)
    expect(hits[0]).toMatchObject({ slot: 0 })
    const slots = await again.slots()
    expect([0, 3, 126, 129, 132, 1].map((slot) => hasBit(slots, slot))).toEqual([true, true, false, false, true, false])
    await again.close()
  })

  test('R2.31 a search within some slots answers those alone, however far they are', async () => {
    const index = await open()
    await index.put(all)
    const within = bitsOf([9, 12, 300, 897, 5_000])
    const hits = await index.search(vectors[42]!, { limit: 10, within })
    expect(hits.map(({ slot }) => slot).toSorted((a, b) => a - b)).toEqual([9, 12, 300, 897])
    expect(await index.search(vectors[42]!, { limit: 10, within: new Uint8Array(0) })).toEqual([])
    expect(cosine((await index.get(300))!, vectors[100]!)).toBeGreaterThan(0.999)
    const read = await index.read(Uint32Array.of(897, 1, 300))
    const part = (position: number) => read.subarray(position * testedDimensions, (position + 1) * testedDimensions)
    expect(cosine(part(0), vectors[299]!)).toBeGreaterThan(0.999)
    expect(part(1).every((value) => value === 0)).toBe(true)
    expect(cosine(part(2), vectors[100]!)).toBeGreaterThan(0.999)
    await index.close()
  })
}

export function cosine(one: Float32Array, other: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other))
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}
