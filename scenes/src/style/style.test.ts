import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sceneConfig } from '@vermilion/contract/scenes'
import { renderScene } from '../scene.ts'
import { fromLab, toLab } from './cielab.ts'
import { applyStyle, StyleUnreadable } from './style.ts'
import { measureColours } from './transfer.ts'

const scene = renderScene(sceneConfig.parse({ seed: 4, width: 128, height: 96 }), 0)

function picture(red: number, green: number, blue: number) {
  const [width, height] = [900, 60]
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, pixel) => {
      const light = 0.4 + (0.6 * (pixel % width)) / width
      return [red * light, green * light, blue * light]
    }).flat(),
  )
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const colours = (pixels: Uint8Array) => measureColours(toLab(pixels))

test('CIELAB has the values of the literature, and every byte comes back', () => {
  const lab = (red: number, green: number, blue: number) => [...toLab(Uint8Array.of(red, green, blue))]
  const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 1))
  expect(lab(255, 255, 255)).toEqual(near([100, 0, 0]))
  expect(lab(0, 0, 0)).toEqual(near([0, 0, 0]))
  expect(lab(255, 0, 0)).toEqual(near([53.24, 80.09, 67.2]))
  expect(lab(0, 0, 255)).toEqual(near([32.3, 79.19, -107.86]))
  const bytes = Uint8Array.from({ length: 3 * 4_096 }, (_, index) => (index * 7_919) % 256)
  expect(fromLab(toLab(bytes))).toEqual(bytes)
})

test('R3.09 a scene takes the colour and light of its style, as far as the strength says', async () => {
  const content = await picture(220, 120, 60).png().toBuffer()
  const style = colours(await picture(220, 120, 60).resize(512).raw().toBuffer())
  const distance = async (strength: number) => {
    const statistics = colours(await applyStyle(scene.pixels, { content, strength }))
    return Math.hypot(...statistics.map(({ mean }, channel) => mean - style[channel]!.mean))
  }
  const distances = [await distance(0), await distance(0.5), await distance(1)]
  expect(distances[0]).toBeGreaterThan(20)
  expect(distances[1]).toBeLessThan(distances[0]! * 0.65)
  expect(distances[2]).toBeLessThan(3)
  expect(await applyStyle(scene.pixels, { content, strength: 0 })).toEqual(scene.pixels)
  const { deviation } = colours(await applyStyle(scene.pixels, { content, strength: 1 }))[0]!
  expect(Math.abs(deviation - style[0]!.deviation)).toBeLessThan(2)
})

test('R3.09 under a style of one colour, what a scene shows stays to be seen', async () => {
  const background = { r: 90, g: 90, b: 90 }
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const [plain] = colours(scene.pixels)
  const [styled] = colours(await applyStyle(scene.pixels, { content, strength: 1 }))
  expect(styled!.deviation).toBeGreaterThan(plain!.deviation * 0.35)
})

test.each(['grey', 'alpha', '16 bits'])('a style may be a picture with %s', async (kind) => {
  const coloured = picture(200, 180, 40)
  const pictures = {
    grey: coloured.greyscale(),
    alpha: coloured.ensureAlpha(0.5),
    '16 bits': coloured.toColourspace('rgb16'),
  }
  const content = await pictures[kind as keyof typeof pictures].png().toBuffer()
  const styled = await applyStyle(scene.pixels, { content, strength: 1 })
  expect(styled.length).toBe(scene.pixels.length)
  expect(styled).not.toEqual(scene.pixels)
})

test.each([
  ['nothing', ''],
  ['a text', 'no picture'],
  ['a cut PNG', '\u0089PNG\r\n\u001a\n'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'],
])('%s is no style', async (_, content) => {
  await expect(applyStyle(scene.pixels, { content: Buffer.from(content), strength: 1 })).rejects.toThrow(
    StyleUnreadable,
  )
})
