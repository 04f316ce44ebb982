import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import {
  type GenerationConfigInput,
  generationConfig,
  isEmptyItem,
  sceneItem,
} from '@vermilion/contract/generations/config'
import {
  animalKinds,
  dirtKinds,
  floorKinds,
  sceneByProducts,
  sceneKinds,
  smallAnimalKinds,
} from '@vermilion/contract/scenes'
import fc from 'fast-check'

const perhaps = <Word extends string>(words: readonly Word[]) => fc.constantFrom('' as const, ...words)
const upTo = (max: number) => fc.integer({ min: 0, max })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const side = fc.integer({ min: 4, max: 8 }).map((steps) => steps * 16)

const row = fc
  .record({
    scene: perhaps(sceneKinds),
    floor: perhaps(floorKinds),
    dirt: perhaps(dirtKinds),
    dirtCount: upTo(3),
    smallAnimal: perhaps(smallAnimalKinds),
    smallAnimalCount: upTo(2),
    animal: perhaps(animalKinds),
    animalCount: upTo(2),
    words: fc.constantFrom('', 'in the evening "light" {}\n🐈'),
    weight: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
  })
  .filter((item) => !isEmptyItem(sceneItem.parse(item)))

const combinations = fc
  .record({
    floors: fc.subarray([...floorKinds], { minLength: 1, maxLength: 3 }),
    animals: fc.subarray([...animalKinds], { minLength: 1 }),
  })
  .map(({ floors, animals }) => floors.flatMap((floor) => animals.map((animal) => ({ floor, animal }))))

const lora = fc.record({
  enabled: fc.constant(false),
  name: fc.constantFrom('', 'style.safetensors'),
  strength: fc.double({ min: -10, max: 10, noNaN: true }),
  minimum: fc.constantFrom(null, 3),
  maximum: fc.constantFrom(null, 1),
})

const score = fc
  .record({ bounds: fc.tuple(upTo(100), upTo(100)), repeats: upTo(2) })
  .map(({ bounds: [one, other], repeats }) => ({
    model: statisticsScorer,
    minimum: Math.min(one, other),
    maximum: Math.max(one, other),
    repeats,
  }))

export const anyConfig = (styleFileIds: readonly string[]): fc.Arbitrary<GenerationConfigInput> =>
  fc
    .record({
      name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      width: side,
      height: side,
      count: fc.integer({ min: 1, max: 6 }),
      seed: upTo(0xffff_ffff),
      items: fc.oneof(fc.array(row, { minLength: 1, maxLength: 4 }), combinations),
      loras: fc.array(lora, { maxLength: 2 }),
      styleImage: fc.option(fc.record({ fileId: fc.constantFrom(...styleFileIds), strength: share })),
      score: fc.option(score, { freq: 3 }),
      byProducts: fc.subarray([...sceneByProducts]),
    })
    .filter((config) => generationConfig.safeParse(config).success)
