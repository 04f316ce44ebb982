import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maskArea, maskContains, maskOf, maskPixels, type Mask } from '@vermilion/contract/labels/mask'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTinySegmenter } from '../testing/tiny-segmenter.ts'
import { maskOfLogits } from './mask-of-logits.ts'
import { openSegmenter, segmenterFiles, type SegmenterNetwork } from './segmenter.ts'

const size = { width: 320, height: 240 }
const leftBox = { x: 40, y: 40, width: 80, height: 60 }
const right = { x: 200, y: 100, width: 100, height: 120 }
let folder: string
let network: SegmenterNetwork
let features: Uint8Array

async function scene(): Promise<Uint8Array> {
  const patch = ({ width, height }: typeof leftBox, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp({ create: { ...size, channels: 3, background: '#707070' } })
    .composite([
      { input: patch(leftBox, '#e02020'), left: leftBox.x, top: leftBox.y },
      { input: patch(right, '#e02020'), left: right.x, top: right.y },
    ])
    .png()
    .toBuffer()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segmenter-'))
  await writeTinySegmenter(folder)
  network = await openSegmenter(folder)
  features = (await network.prepare(await scene()))!
})
afterAll(async () => {
  await network.release()
  await rm(folder, { recursive: true, force: true })
})

const at = (x: number, y: number, isPositive = true) => ({ x, y, isPositive })
const overlap = (mask: Mask | null, box: typeof leftBox) => {
  if (mask === null) return 0
  const pixels = maskPixels(mask)
  const shared = pixels.filter((inside, index) => {
    const [x, y] = [mask.x + (index % mask.width), mask.y + Math.floor(index / mask.width)]
    return inside === 1 && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
  }).length
  return shared / (maskArea(mask) + box.width * box.height - shared)
}

test('a click finds what is meant, a negative one takes away, and the surest candidate is taken', async () => {
  const both = await network.segment(features, { size, points: [at(60, 60)] })
  expect(both.score).toBeCloseTo(0.92)
  expect(maskContains(both.mask!, { x: 250, y: 150 })).toBe(true)
  expect(maskContains(both.mask!, { x: 10, y: 10 })).toBe(false)
  const one = await network.segment(features, { size, points: [at(60, 60), at(250, 150, false)] })
  expect(overlap(one.mask, leftBox)).toBeGreaterThan(0.95)
  const nothing = await network.segment(features, { size, points: [at(60, 60), at(60, 60, false)] })
  expect(nothing.mask).toBeNull()
})

test('a box stands for what fills it, where the network knows points alone', async () => {
  const box = { x: 190, y: 95, width: 115, height: 130 }
  const segment = await network.segment(features, { size, points: [], box })
  expect(overlap(segment.mask, right)).toBeGreaterThan(0.95)
})

test('a picture that lies on its side is prepared upright', async () => {
  const turned = await sharp(await scene())
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg({ quality: 95 })
    .toBuffer()
  const segment = await network.segment((await network.prepare(turned))!, {
    size,
    points: [at(60, 60), at(250, 150, false)],
  })
  expect(overlap(segment.mask, leftBox)).toBeGreaterThan(0.9)
})

test('files of something else, cut off or of other features, are refused in words', async () => {
  const other = await mkdtemp(join(tmpdir(), 'segmenter-'))
  await writeTinySegmenter(other)
  const { encoder, decoder } = segmenterFiles
  await expect(openSegmenter(other, { encoder: decoder, decoder: encoder })).rejects.toThrow('this is no segmenter')
  await truncate(join(other, decoder), 700)
  await expect(openSegmenter(other)).rejects.toThrow()
  await writeFile(join(other, decoder), 'no network')
  await expect(openSegmenter(other)).rejects.toThrow()
  await rm(other, { recursive: true })
  await expect(network.segment(features.subarray(0, 5_000), { size, points: [at(1, 1)] })).rejects.toThrow()
  expect(await network.prepare(Buffer.from('no picture'))).toBeUndefined()
})

test('runs are the pixels that interpolation gives one by one', () => {
  let seed = 5
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  for (const picture of [
    { width: 37, height: 23 },
    { width: 9, height: 50 },
    { width: 64, height: 5 },
  ]) {
    const covered = { width: 5 + random() * 7, height: 4 + random() * 4 }
    const logits = {
      values: Float32Array.from({ length: 12 * 8 }, () => random() - 0.5),
      width: 12,
      height: 8,
      covered,
    }
    const along = (index: number, pixels: number, cells: number, last: number) =>
      Math.min(last, Math.max(0, ((index + 0.5) * cells) / pixels - 0.5))
    const inside = Uint8Array.from({ length: picture.width * picture.height }, (_, index) => {
      const u = along(index % picture.width, picture.width, covered.width, 11)
      const v = along(Math.floor(index / picture.width), picture.height, covered.height, 7)
      const value = (x: number, y: number) => logits.values[Math.min(7, y) * 12 + Math.min(11, x)]!
      const [x, y] = [Math.floor(u), Math.floor(v)]
      const row = (line: number) => value(x, line) * (1 - u + x) + value(x + 1, line) * (u - x)
      return row(y) * (1 - v + y) + row(y + 1) * (v - y) > 0 ? 1 : 0
    })
    expect(maskOfLogits(logits, picture)).toEqual(maskOf(inside, { x: 0, y: 0, ...picture }))
    const part = { x: 2, y: 1, width: 5, height: 3 }
    const cut = inside.map((value, index) => {
      const [x, y] = [index % picture.width, Math.floor(index / picture.width)]
      return x >= 2 && x < 7 && y >= 1 && y < 4 ? value : 0
    })
    expect(maskOfLogits(logits, picture, part)).toEqual(maskOf(cut, { x: 0, y: 0, ...picture }))
  }
})
