import { z } from 'zod'

export const floorKinds = ['wood', 'laminate', 'tile', 'carpet', 'concrete', 'marble'] as const
export type FloorKind = (typeof floorKinds)[number]

export const sceneKinds = ['living-room', 'kitchen', 'hallway', 'workshop'] as const
export type SceneKind = (typeof sceneKinds)[number]

/** `low`: ahead, from just above a robot, walls in sight. `high`: down upon the floor. */
export const sceneViews = ['low', 'high'] as const
export type SceneView = (typeof sceneViews)[number]

export const lightKinds = ['daylight', 'lamp', 'dim'] as const
export type LightKind = (typeof lightKinds)[number]

export const dirtKinds = ['crumbs', 'dust', 'spill', 'hair', 'mud'] as const
export type DirtKind = (typeof dirtKinds)[number]
export const smallAnimalKinds = ['mouse', 'cockroach', 'lizard', 'frog'] as const
export type SmallAnimalKind = (typeof smallAnimalKinds)[number]
export const animalKinds = ['cat', 'dog'] as const
export type AnimalKind = (typeof animalKinds)[number]

/** The labels of a rendered scene. A mask's value is the place in this list plus one; 0 is everything else. */
export const sceneLabels = ['dirt', 'small-animal', 'animal'] as const
export type SceneLabel = (typeof sceneLabels)[number]
export type ObjectKind = DirtKind | SmallAnimalKind | AnimalKind

export const smallestSide = 16
export const largestSide = 4096

const side = z.number().int().min(smallestSide).max(largestSide)
const howMany = z
  .tuple([z.number().int().min(0).max(30), z.number().int().min(0).max(30)])
  .refine(([least, most]) => least <= most, 'the first number must not be larger than the second')
const someOf = <const Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z
    .array(z.enum(kinds))
    .min(1)
    .default([...kinds])

/** What the procedural generator renders. Numbers in pairs are the least and the most of each image. */
export const sceneConfig = z.object({
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  width: side.default(640),
  height: side.default(480),
  count: z.number().int().min(1).max(100_000).default(60),
  scenes: someOf(sceneKinds),
  /** Where absent, each scene chooses of its own floors. */
  floors: z.array(z.enum(floorKinds)).min(1).optional(),
  views: someOf(sceneViews),
  light: someOf(lightKinds),
  dirt: howMany.default([1, 3]),
  smallAnimals: howMany.default([0, 2]),
  animals: howMany.default([0, 1]),
  /** Balls, cables, slippers and stools, which carry no label. */
  clutter: howMany.default([0, 2]),
  /** Sensor noise: 0 none, 1 a bad camera at night. */
  noise: z.number().min(0).max(1).default(0.35),
})
export type SceneConfig = z.output<typeof sceneConfig>
