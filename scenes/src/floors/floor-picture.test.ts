import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sceneConfig } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { createSurface } from '../materials/surface.ts'
import { renderScene } from '../scene.ts'
import { createFloorPicture, layFloorPicture } from './floor-picture.ts'
import { readFloorPicture } from './read-floor-picture.ts'

function halves(left: readonly number[], right: readonly number[], size: number): Uint8Array {
  return Uint8Array.from({ length: size * size * 3 }, (_, i) => {
    const column = Math.floor(i / 3) % size
    return (column < size / 2 ? left : right)[i % 3]!
  })
}
const magenta = [230, 20, 200] as const
const green = [20, 200, 30] as const

describe('R1.06 a laid floor', () => {
  let folder = ''
  const base = { seed: 5, width: 160, height: 120, count: 8, dirt: [2, 4], smallAnimals: [1, 2], animals: [0, 1] }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vermilion-floors-'))
    for (const [name, tile] of [
      ['a.png', halves(magenta, magenta, 32)],
      ['b.png', halves(green, green, 32)],
    ] as const) {
      await sharp(tile, { raw: { width: 32, height: 32, channels: 3 } }).toFile(join(folder, name))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is seen instead of the own one, in all lights, and the truth is the same to the pixel', async () => {
    const config = sceneConfig.parse({ ...base, floorPictures: folder })
    const plain = sceneConfig.parse(base)
    expect(await readFloorPicture(plain, 0)).toBeNull()
    const laidColours = new Set<string>()
    for (let index = 0; index < config.count; index += 1) {
      const floorPicture = await readFloorPicture(config, index)
      const laid = renderScene(config, index, { floorPicture, withDepths: true })
      const own = renderScene(plain, index, { withDepths: true })
      const { pixels: laidPixels, ...laidTruth } = laid
      const { pixels: ownPixels, ...ownTruth } = own
      expect(laidTruth).toEqual(ownTruth)
      expect(Buffer.compare(laidPixels, ownPixels)).not.toBe(0)
      expect(laidPixels).toEqual(renderScene(config, index, { floorPicture }).pixels)
      const bottom = (160 * 119 + 80) * 3
      const [red = 0, tint = 0] = laidPixels.subarray(bottom, bottom + 2)
      if (laid.mask[160 * 119 + 80] === 0) laidColours.add(red > tint ? 'magenta' : 'green')
    }
    expect(laidColours).toEqual(new Set(['magenta', 'green']))
  })

  test('repeats without a seam in metres, and is even where pixels are larger than tiles', () => {
    const floor = layFloorPicture(createFloorPicture(halves(magenta, green, 32), 32, 32), 0.5)
    const at = (x: number, z: number, footprint: number) => {
      const out = createSurface()
      floor(x, z, footprint, out)
      return [out.red, out.green, out.blue]
    }
    for (const [x, z] of [
      [0.1, 0.2],
      [0.499_999, 0.3],
      [-3.7, 12.01],
    ] as const) {
      const here = at(x, z, 0.004)
      at(x + 1.5, z - 2, 0.004).forEach((value, channel) => expect(value).toBeCloseTo(here[channel]!, 4))
    }
    expect(at(0.12, 0, 0.004)[0]).toBeGreaterThan(5 * at(0.37, 0, 0.004)[0]!)
    const [left, right] = [at(0.12, 0, 3), at(0.37, 0, 3)]
    left.forEach((value, channel) => expect(value).toBeCloseTo(right[channel]!, 5))
  })

  test('of a folder without tiles is an error', async () => {
    const config = sceneConfig.parse({ ...base, floorPictures: tmpdir() + '/vermilion-no-such-folder' })
    await expect(readFloorPicture(config, 0)).rejects.toThrow('ENOENT')
    const empty = mkdtempSync(join(folder, 'empty-'))
    await expect(readFloorPicture({ ...config, floorPictures: empty }, 0)).rejects.toThrow('there is no PNG file')
  })
})
