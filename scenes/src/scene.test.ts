import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  animalKinds,
  dirtKinds,
  floorKinds,
  sceneConfig,
  sceneLabels,
  smallAnimalKinds,
} from '@vermilion/contract/scenes'
import type { SceneConfig } from '@vermilion/contract/scenes'
import { renderScene } from './scene.ts'
import type { RenderedScene } from './scene.ts'

const small = { seed: 5, width: 128, height: 96 }

function fingerprint(scene: RenderedScene): string {
  const hash = createHash('sha256').update(scene.pixels).update(scene.mask).update(scene.instances)
  return hash.update(JSON.stringify(scene.objects)).digest('hex')
}

function renderSome(config: SceneConfig): RenderedScene[] {
  return Array.from({ length: config.count }, (_, index) => renderScene(config, index))
}

function extentOf(plane: ArrayLike<number>, width: number, value: number) {
  const pixels = Array.from(plane, (here, at) => ({ here, x: at % width, y: Math.floor(at / width) }))
  const mine = pixels.filter(({ here }) => here === value)
  const xs = mine.map(({ x }) => x)
  const ys = mine.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 }
}

describe('rendering', () => {
  test('gives the same bytes for a seed and an index, whatever was rendered before and however many are asked for', () => {
    const config = sceneConfig.parse(small)
    const fourth = fingerprint(renderScene(config, 3))
    renderScene(sceneConfig.parse({ ...small, seed: 99 }), 0)
    expect(fingerprint(renderScene({ ...config, count: 1_000 }, 3))).toBe(fourth)
    expect(fingerprint(renderScene(config, 4))).not.toBe(fourth)
    expect(fingerprint(renderScene({ ...config, seed: 6 }, 3))).not.toBe(fourth)
  })

  test('R3.09 every label and every kind of dirt, small animal and animal occurs', () => {
    const config = sceneConfig.parse({
      ...small,
      count: 24,
      dirt: [3, 3],
      smallAnimals: [2, 2],
      animals: [1, 1],
      clutter: [0, 0],
    })
    const objects = renderSome(config).flatMap((scene) => scene.objects)
    expect(new Set(objects.map(({ label }) => label))).toEqual(new Set(sceneLabels))
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(
      new Set([...dirtKinds, ...smallAnimalKinds, ...animalKinds]),
    )
  })

  test('R3.09 counts stay within what the configuration says', () => {
    const config = sceneConfig.parse({
      ...small,
      width: 192,
      height: 144,
      count: 12,
      dirt: [1, 3],
      smallAnimals: [1, 2],
      animals: [0, 0],
    })
    for (const { objects } of renderSome(config)) {
      const dirt = objects.filter(({ label }) => label === 'dirt').length
      const smallAnimals = objects.filter(({ label }) => label === 'small-animal').length
      expect(dirt).toBeGreaterThanOrEqual(1)
      expect(dirt).toBeLessThanOrEqual(3)
      expect(smallAnimals).toBeGreaterThanOrEqual(1)
      expect(smallAnimals).toBeLessThanOrEqual(2)
      expect(objects.length).toBe(dirt + smallAnimals)
    }
  })

  test.each(floorKinds)('a floor of %s looks unlike the others and is not flat', (kind) => {
    const bare = { ...small, views: ['high'], light: ['daylight'], noise: 0, ...noThings }
    const { pixels } = renderScene(sceneConfig.parse({ ...bare, floors: [kind] }), 0)
    expect(new Set(pixels).size).toBeGreaterThan(20)
    for (const other of floorKinds.filter((floor) => floor !== kind)) {
      const theirs = renderScene(sceneConfig.parse({ ...bare, floors: [other] }), 0).pixels
      expect(Buffer.compare(pixels, theirs)).not.toBe(0)
    }
  })

  test('noise grows with the setting', () => {
    const bare = sceneConfig.parse({ ...small, ...noThings, floors: ['concrete'] })
    const clean = renderScene({ ...bare, noise: 0 }, 0).pixels
    const distance = (noise: number): number => {
      const noisy = renderScene({ ...bare, noise }, 0).pixels
      return clean.reduce((sum, value, at) => sum + Math.abs(value - (noisy[at] ?? 0)), 0)
    }
    expect(distance(0)).toBe(0)
    expect(distance(0.9)).toBeGreaterThan(2 * distance(0.3))
  })
})

const noThings = { dirt: [0, 0], smallAnimals: [0, 0], animals: [0, 0], clutter: [0, 0] }

describe('ground truth', () => {
  test('boxes are exactly as wide as the visible pixels, also where objects hide one another', () => {
    const config = sceneConfig.parse({ ...small, count: 6, dirt: [4, 8], smallAnimals: [2, 4], animals: [2, 3] })
    for (const { objects, instances, mask, width } of renderSome(config)) {
      objects.forEach(({ box, label, area }, index) => {
        expect(box).toEqual(extentOf(instances, width, index + 1))
        expect(instances.filter((here) => here === index + 1).length).toBe(area)
        const labels = mask.filter((_, at) => instances[at] === index + 1)
        expect(new Set(labels)).toEqual(new Set([sceneLabels.indexOf(label) + 1]))
      })
      expect(mask.filter((value) => value > 0).length).toBe(objects.reduce((sum, { area }) => sum + area, 0))
    }
  })

  test('the pixels of an animal look unlike the floor around it', () => {
    const settings = { ...small, noise: 0, floors: ['concrete'], ...noThings }
    const { mask, pixels } = renderScene(sceneConfig.parse({ ...settings, animals: [1, 1] }), 0)
    const inside = [...mask.keys()].filter((at) => mask[at] === 3)
    const outside = [...mask.keys()].filter((at) => mask[at] === 0)
    const meanGreen = (pixelIndexes: number[]) =>
      pixelIndexes.reduce((sum, at) => sum + (pixels[at * 3 + 1] ?? 0), 0) / pixelIndexes.length
    expect(inside.length).toBeGreaterThan(mask.length * 0.03)
    expect(inside.length).toBeLessThan(mask.length * 0.5)
    expect(Math.abs(meanGreen(inside) - meanGreen(outside))).toBeGreaterThan(10)
  })
})

describe('hostile configurations', () => {
  test('an empty scene has no objects and an empty mask', () => {
    const scene = renderScene(sceneConfig.parse({ ...small, ...noThings }), 0)
    expect(scene.objects).toEqual([])
    expect(scene.mask.some((value) => value !== 0)).toBe(false)
  })

  test.each([
    [64, 64],
    [4096, 16],
    [16, 4096],
    [16, 16],
    [333, 77],
  ])('%d × %d renders, with boxes inside the picture', (width, height) => {
    const config = sceneConfig.parse({ seed: 3, width, height, dirt: [5, 5], smallAnimals: [3, 3], animals: [2, 2] })
    for (const index of [0, 1, 2]) {
      const scene = renderScene(config, index)
      expect(scene.pixels.length).toBe(width * height * 3)
      expect(new Set(scene.pixels).size).toBeGreaterThan(10)
      for (const { box } of scene.objects) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
      }
    }
  })

  test('a crowd never has more objects than asked for', () => {
    const config = sceneConfig.parse({ ...small, dirt: [30, 30], smallAnimals: [30, 30], animals: [10, 10] })
    expect(renderScene(config, 0).objects.length).toBeLessThanOrEqual(70)
  })

  test.each([{ width: 15 }, { height: 4097 }, { dirt: [3, 1] }, { count: 0 }, { floors: [] }, { noise: 2 }])(
    'refuses %j',
    (wrong) => expect(sceneConfig.safeParse(wrong).success).toBe(false),
  )
})
