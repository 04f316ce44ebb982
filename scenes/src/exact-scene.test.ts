import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  animalKinds,
  dirtKinds,
  floorKinds,
  lightKinds,
  sceneConfig,
  sceneKinds,
  sceneViews,
  smallAnimalKinds,
} from '@vermilion/contract/scenes'
import type { SceneLabel } from '@vermilion/contract/scenes'
import { renderExactScene } from './exact-scene.ts'
import { renderScene, sketchScene } from './scene.ts'

const oneOf = <Kind>(kinds: readonly Kind[]) => fc.constantFrom(...kinds).map((kind) => [kind])
const side = fc.integer({ min: 4, max: 32 }).map((steps) => steps * 16)
const upTo = (most: number) => fc.integer({ min: 0, max: most }).map((count) => [count, count])

const anyConfig = fc
  .record({
    seed: fc.integer({ min: 0, max: 0xffff_ffff }),
    // Wide or high, but of few pixels: most of the time goes to them.
    size: fc.tuple(side, side).map(([width, height]) => (width * height > 256 * 256 ? [width, 64] : [width, height])),
    scenes: oneOf(sceneKinds),
    floors: oneOf(floorKinds),
    views: oneOf(sceneViews),
    light: oneOf(lightKinds),
    dirtKinds: oneOf(dirtKinds),
    smallAnimalKinds: oneOf(smallAnimalKinds),
    animalKinds: oneOf(animalKinds),
    dirt: upTo(4),
    smallAnimals: upTo(4),
    animals: upTo(2),
  })
  .map(({ size: [width, height], ...rest }) => sceneConfig.parse({ ...rest, width, height }))

test('R2.29 R3.09 a scene shows exactly what its item says, whatever the item and the size', () => {
  fc.assert(
    fc.property(anyConfig, (config) => {
      const { scene, isExact, attempts } = renderExactScene(config, 0)
      const count = (label: SceneLabel) => scene.objects.filter((object) => object.label === label).length
      expect(isExact).toBe(true)
      expect(attempts).toBeLessThanOrEqual(40)
      expect([count('dirt'), count('small-animal'), count('animal')]).toEqual([
        config.dirt[0],
        config.smallAnimals[0],
        config.animals[0],
      ])
    }),
    { numRuns: 120, seed: 20_260 },
  )
})

test('R2.29 what a sketch says is what the scene shows, to the pixel', () => {
  const things = { dirt: [3, 3], smallAnimals: [3, 3], animals: [2, 2] }
  const config = sceneConfig.parse({ seed: 8, width: 112, height: 80, ...things })
  for (const attempt of [0, 1, 7, 30]) {
    expect(sketchScene(config, 0, attempt)).toEqual(renderScene(config, 0, { attempt }).objects)
  }
})

test('R2.29 what fits nowhere is not exact, and is given up', () => {
  const most = [30, 30]
  const config = sceneConfig.parse({ width: 64, height: 64, dirt: most, smallAnimals: most, animals: most })
  const { isExact, scene, attempts } = renderExactScene(config, 0)
  expect(isExact).toBe(false)
  expect(scene.objects.length).toBeLessThan(90)
  expect(attempts).toBeLessThanOrEqual(40)
})
