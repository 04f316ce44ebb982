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
import { composeScene } from './composition.ts'
import { renderScene } from './scene.ts'
import { createSight } from './sight.ts'
import { work } from './bodies/field.ts'

const oneOf = <Kind>(kinds: readonly Kind[]) => fc.constantFrom(...kinds).map((kind) => [kind])
const side = fc.integer({ min: 4, max: 32 }).map((steps) => steps * 16)
const upTo = (most: number) => fc.integer({ min: 0, max: most }).map((count) => [count, count])

const anyConfig = fc
  .record({
    seed: fc.integer({ min: 0, max: 0xffff_ffff }),
    // Wide or high with few pixels, which dominate the time.
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

test('R2.29 what is known to be seen before a scene is rendered is what it shows', () => {
  const things = { dirt: [6, 6], smallAnimals: [8, 8], animals: [9, 9] }
  const config = sceneConfig.parse({ seed: 8, width: 96, height: 64, ...things })
  let hidden = 0
  for (const attempt of [0, 1, 7, 30]) {
    const composition = composeScene(config, 0, attempt)
    const isSeen = createSight(composition)
    const visible = composition.labeled.filter((_, at) => isSeen(at + 1))
    const rendered = renderScene(config, 0, { attempt }).objects.map(({ label, kind }) => ({ label, kind }))
    expect(visible).toEqual(rendered)
    hidden += composition.labeled.length - visible.length
  }
  expect(hidden).toBeGreaterThan(4)
})

test('R2.29 a crowd costs by its pixels, however much is hidden and however often it is chosen anew', () => {
  const most = [30, 30]
  const config = sceneConfig.parse({ width: 96, height: 96, dirt: most, smallAnimals: most, animals: most })
  const distancesOf = (render: () => void) => {
    const previous = work.distances
    render()
    return work.distances - previous
  }
  const ofPicture = distancesOf(() => renderScene(config, 0))
  const ofAttempts = distancesOf(() => expect(renderExactScene(config, 0).attempts).toBeGreaterThan(10))
  expect(ofPicture / 96 ** 2).toBeLessThan(400)
  expect(ofAttempts / ofPicture).toBeLessThan(6)
})

test('R2.29 what fits nowhere is not exact, and is given up', () => {
  const most = [30, 30]
  const config = sceneConfig.parse({ width: 64, height: 64, dirt: most, smallAnimals: most, animals: most })
  const { isExact, scene, attempts } = renderExactScene(config, 0)
  expect(isExact).toBe(false)
  expect(scene.objects.length).toBeLessThan(90)
  expect(attempts).toBeLessThanOrEqual(40)
})
