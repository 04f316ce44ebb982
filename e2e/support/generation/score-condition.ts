import { fileEndpoints } from '../../../contract/src/files.ts'
import { generationEndpoints, type GeneratedImage, type Generation } from '../../../contract/src/generations.ts'
import type { ScoreCondition } from '../../../contract/src/generations/config.ts'
import { expect } from '../story.ts'
import type { Call } from '../server/client.ts'

type Range = Pick<ScoreCondition, 'minimum' | 'maximum' | 'repeats'>

/**
 * R3.09: each image's attempts are consecutive up to the limit; all but the last are set aside in a separate folder, and the last
 * only when the limit was reached. Returns the latest generation with its images.
 */
export async function expectScoreCondition(call: Call, spaceId: string, images: number, range: Range) {
  const { items } = await call(generationEndpoints.listGenerations, { params: { spaceId }, query: {} })
  const generation = items[0]!
  const made = await listImages(call, generation)
  const last: GeneratedImage[] = []
  for (let number = 0; number < images; number += 1) {
    const attempts = made.filter((image) => image.number === number)
    expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, attempt) => attempt))
    expect(attempts.slice(0, -1).every(({ status }) => status === 'aside')).toBe(true)
    last.push(attempts.at(-1)!)
  }
  for (const { score, status, path } of made) {
    const isInside = score !== null && score >= range.minimum && score <= range.maximum
    expect(status).toBe(isInside ? 'kept' : 'aside')
    expect(path?.startsWith(`${generation.folder}/out-of-range/`)).toBe(!isInside)
  }
  const leftAside = last.filter(({ status }) => status === 'aside')
  expect(new Set(leftAside.map(({ attempt }) => attempt))).toEqual(new Set([range.repeats]))
  const inside = images - leftAside.length
  expect(generation).toMatchObject({ made: made.length, kept: inside, aside: made.length - inside, failed: 0 })
  // Every file of the space belongs to an image: no duplicates, no leftovers.
  const files = await call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: 'true', limit: 500 } })
  expect(new Set(files.items.map(({ path }) => path))).toEqual(new Set(made.map(({ path }) => path)))
  expect(files.items).toHaveLength(made.length)
  return { generation, generated: made }
}

async function listImages(call: Call, { id: generationId }: Generation): Promise<GeneratedImage[]> {
  const query = { limit: 500 }
  return (await call(generationEndpoints.listGeneratedImages, { params: { generationId }, query })).items
}
