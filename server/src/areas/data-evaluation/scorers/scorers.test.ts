import { readyStandards } from '@vermilion/contract/data-evaluations/standards'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChatFake } from '../testing/chat-fake.ts'
import { colourfulPicture } from '../testing/pictures.ts'
import { createChatScorers } from './chat/chat-scorers.ts'
import { createImageStatistics } from './image-statistics.ts'
import { createPixelWork, type PixelWork } from './pixels/pixels.ts'
import { describeScorer } from './testing/conformance.ts'

describeScorer('image statistics', async () => {
  const pixels = createPixelWork(1)
  const [scorer] = await createImageStatistics(pixels).list()
  return { scorer: scorer!, close: pixels.close }
})

describeScorer('a chat service', async () => {
  const pixels = createPixelWork(1)
  const fake = await startChatFake({ key: 'sk-secret', respond: ({ width }) => width % 101 })
  const settings = { url: `${fake.address}/v1`, key: 'sk-secret', model: 'large', vision: true }
  const services = { ofKind: async () => [{ id: 'one', name: 'Large', settings }] as never }
  const [scorer] = await createChatScorers({ services, pixels }).list()
  return { scorer: scorer!, close: () => Promise.all([pixels.close(), fake.stop()]) }
})

test('R8.09 a service that never replies is given up after four tries, in words', async () => {
  const pixels = createPixelWork(1)
  const fake = await startChatFake({ respond: () => ({}) })
  const settings = { url: `${fake.address}/v1`, key: null, model: 'large', vision: true }
  const services = { ofKind: async () => [{ id: 'one', name: 'Large', settings }] as never }
  const [scorer] = await createChatScorers({ services, pixels, timeout: 100 }).list()
  const cost = { calls: 0, promptTokens: 0, completionTokens: 0 }
  const image = { content: await colourfulPicture(100), prompt: null }
  const { criteria } = readyStandards[0]!
  const scoring = scorer!.score(image, { criteria: [...criteria], signal: new AbortController().signal, cost })
  await expect(scoring).rejects.toThrow('No complete answer within 0.1 s')
  expect(cost).toEqual({ calls: 4, promptTokens: 0, completionTokens: 0 })
  await Promise.all([pixels.close(), fake.stop()])
})

describe('R3.10 statistics of pictures whose properties are known', () => {
  let pixels: PixelWork
  let original: Buffer
  beforeAll(async () => {
    pixels = createPixelWork(1)
    original = await colourfulPicture(320, 240)
  })
  afterAll(() => pixels.close())

  const measure = (content: Buffer) => pixels.measure(content, new AbortController().signal)
  const flat = (value: number) =>
    sharp({ create: { width: 128, height: 96, channels: 3, background: { r: value, g: value, b: value } } })

  test('a blurred picture is less sharp, and looks nearly the same', async () => {
    const [sharpOne, blurred] = await Promise.all([
      measure(original),
      measure(await sharp(original).blur(4).toBuffer()),
    ])
    expect(blurred.sharpness).toBeLessThan(sharpOne.sharpness / 5)
    const differing = (BigInt(`0x${sharpOne.hash}`) ^ BigInt(`0x${blurred.hash}`)).toString(2).replaceAll('0', '')
    expect(differing.length).toBeLessThan(10)
  })

  test.each([5, 20])('noise with a deviation of %i is measured as such', async (sigma) => {
    const noise = sharp({
      create: {
        width: 512,
        height: 400,
        channels: 3,
        background: 'teal',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
    // One channel for all three: noise of luminance equals that of each.
    const { noise: measured } = await measure(await noise.extractChannel(0).toColourspace('srgb').png().toBuffer())
    expect(measured).toBeGreaterThan(sigma * 0.9)
    expect(measured).toBeLessThan(sigma * 1.1)
    const silent = await measure(await flat(128).png().toBuffer())
    expect(silent).toMatchObject({ noise: 0, sharpness: 0, contrast: 0, colourfulness: 0, luminance: 128 })
  })

  test('a dark picture has its luminance; black and white halves have the largest contrast', async () => {
    expect((await measure(await flat(12).png().toBuffer())).luminance).toBeCloseTo(12, 3)
    const half = await flat(255).png().toBuffer()
    const halves = await flat(0).extend({ right: 128, background: '#ffffff' }).png().toBuffer()
    expect((await measure(half)).luminance).toBeCloseTo(255, 3)
    const { contrast, luminance } = await measure(halves)
    expect(contrast).toBeCloseTo(0.5, 3)
    expect(luminance).toBeCloseTo(127.5, 3)
  })

  test('a grey picture has no colours, one of pure colours has many', async () => {
    const grey = await measure(await sharp(original).greyscale().toBuffer())
    expect(grey.colourfulness).toBeCloseTo(0, 3)
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
      .extend({ right: 64, background: '#0000ff' })
      .png()
      .toBuffer()
    const rg = 127.5
    const yb = 191.25
    const expected = Math.hypot(rg, yb) + 0.3 * Math.hypot(127.5, -63.75)
    expect((await measure(red)).colourfulness).toBeCloseTo(expected, 3)
  })

  test('a large picture is measured at the same size as a small one, a tiny one does not err', async () => {
    const large = await measure(await sharp(original).resize(2_560, 1_920, { kernel: 'nearest' }).toBuffer())
    const small = await measure(await sharp(original).resize(512, 384, { kernel: 'nearest' }).toBuffer())
    expect(Math.abs(large.contrast - small.contrast)).toBeLessThan(0.02)
    expect(large.sharpness / small.sharpness).toBeGreaterThan(0.4)
    for (const side of [1, 2]) {
      const tiny = await measure(await sharp(original).resize(side, side, { fit: 'fill' }).toBuffer())
      expect(tiny).toMatchObject({ sharpness: 0, noise: 0 })
      expect(tiny.hash).toMatch(/^[\da-f]{16}$/)
    }
  })
})
