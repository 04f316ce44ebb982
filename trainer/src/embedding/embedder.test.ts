import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { EmbeddingRequest, EmbeddingResponse } from '@vermilion/contract/image-search/embedding'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fork(new URL('../embed.ts', import.meta.url), { serialization: 'advanced' })
beforeAll(async () => void (await once(program, 'message')), 60_000)
afterAll(() => void program.kill())

async function embed(request: EmbeddingRequest): Promise<EmbeddingResponse> {
  program.send(request)
  const [response] = (await once(program, 'message')) as [EmbeddingResponse]
  return response
}

async function vectorOf(picture: Uint8Array, region?: EmbeddingRequest['region']): Promise<Float32Array> {
  const response = await embed({ picture, region })
  if ('broken' in response) throw new Error(response.broken)
  return response.vector
}

const cosine = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, k) => sum + value * other[k]!, 0)

function drawing(seed: number): Sharp {
  const at = (k: number, most: number) => Math.abs(Math.sin(seed * 12.9898 + k * 78.233) * 43_758.5453) % most
  const hue = Math.round(at(0, 360))
  const discs = Array.from(
    { length: 3 + (seed % 5) },
    (_, k) =>
      `<circle cx="${at(k * 3 + 1, 200)}" cy="${at(k * 3 + 2, 150)}" r="${10 + at(k * 3 + 3, 30)}" fill="hsl(${hue + k * 40} 60% 45%)"/>`,
  )
  const ground = `<rect width="200" height="150" fill="hsl(${Math.round(at(99, 360))} 25% ${50 + Math.round(at(98, 40))}%)"/>`
  return sharp(
    Buffer.from(`<svg width="200" height="150" xmlns="http://www.w3.org/2000/svg">${ground}${discs.join('')}</svg>`),
  )
}

test('R2.31 a picture that was cut, brightened and packed again is nearest to what it was made of', async () => {
  const seeds = Array.from({ length: 12 }, (_, k) => k + 1)
  const vectors = await seeds.reduce<Promise<Float32Array[]>>(
    async (previous, seed) => [...(await previous), await vectorOf(await drawing(seed).png().toBuffer())],
    Promise.resolve([]),
  )
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
  for (const [index, seed] of seeds.entries()) {
    const cut = await drawing(seed).png().toBuffer()
    const changed = sharp(cut).extract({ left: 12, top: 9, width: 176, height: 132 }).modulate({ brightness: 1.1 })
    const query = await vectorOf(await changed.jpeg({ quality: 70 }).toBuffer())
    const likeness = vectors.map((vector) => cosine(query, vector))
    expect(likeness.indexOf(Math.max(...likeness))).toBe(index)
  }
}, 60_000)

test('R2.31 a region counts as the picture that it is; what is no picture is told', async () => {
  const [left, right] = await Promise.all([3, 4].map((seed) => drawing(seed).png().toBuffer()))
  const both = await sharp({ create: { width: 400, height: 150, channels: 3, background: '#000' } })
    .composite([
      { input: left!, left: 0, top: 0 },
      { input: right!, left: 200, top: 0 },
    ])
    .png()
    .toBuffer()
  const region = await vectorOf(both, { x: 0.5, y: 0, width: 0.5, height: 1 })
  expect(cosine(region, await vectorOf(right!))).toBeGreaterThan(0.99)
  expect(cosine(region, await vectorOf(left!))).toBeLessThan(0.9)
  expect(await embed({ picture: new TextEncoder().encode('no picture') })).toHaveProperty('broken')
  expect(
    await embed({ picture: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
  ).toHaveProperty('broken')
})
