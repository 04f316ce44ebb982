import { z } from 'zod'
import type { Mask } from './labels/mask.ts'
import { schemaMessage } from './kernel/schema-message.ts'

export const floorKinds = ['wood', 'laminate', 'tile', 'carpet', 'concrete', 'marble'] as const
export type FloorKind = (typeof floorKinds)[number]

export const sceneKinds = ['living-room', 'kitchen', 'hallway', 'workshop'] as const
export type SceneKind = (typeof sceneKinds)[number]

/** `low`: ahead from just above a robot, walls visible. `high`: down at the floor. */
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

/** Labels of a rendered scene. Mask values are the index plus one; 0 is everything else. */
export const sceneLabels = ['dirt', 'small-animal', 'animal'] as const
export type SceneLabel = (typeof sceneLabels)[number]
export const sampleLabels = () => sceneLabels.map((name) => ({ name }))
export type ObjectKind = DirtKind | SmallAnimalKind | AnimalKind

export const minSceneSide = 16
export const maxSceneSide = 4096

const side = z.number().int().min(minSceneSide).max(maxSceneSide)
const howMany = z
  .tuple([z.number().int().min(0).max(30), z.number().int().min(0).max(30)])
  .refine(
    ([least, most]) => least <= most,
    schemaMessage('the first number must not be larger than the second', '第一个数不能大于第二个数'),
  )
const someOf = <const Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z
    .array(z.enum(kinds))
    .min(1)
    .default([...kinds])

/** Configuration of the procedural renderer. Pairs of numbers are minimum and maximum per image. */
export const sceneConfig = z.object({
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  width: side.default(640),
  height: side.default(480),
  count: z.number().int().min(1).max(100_000).default(60),
  scenes: someOf(sceneKinds),
  /** When absent, each scene chooses among its own floors. */
  floors: z.array(z.enum(floorKinds)).min(1).optional(),
  views: someOf(sceneViews),
  light: someOf(lightKinds),
  dirt: howMany.default([1, 3]),
  smallAnimals: howMany.default([0, 2]),
  animals: howMany.default([0, 1]),
  dirtKinds: someOf(dirtKinds),
  smallAnimalKinds: someOf(smallAnimalKinds),
  animalKinds: someOf(animalKinds),
  /** Balls, cables, slippers and stools, which are unlabeled. */
  clutter: howMany.default([0, 2]),
  /** Sensor noise: 0 none, 1 a bad camera at night. */
  noise: z.number().min(0).max(1).default(0.35),
  /** Folder of seamless tiles (PNG) on the renderer's machine, one per scene as its floor. Never taken from a request. */
  floorPictures: z.string().min(1).optional(),
  /** Width of a tile in meters: 1 when absent. */
  floorMetres: z.number().min(0.02).max(20).optional(),
})
export type SceneConfig = z.output<typeof sceneConfig>

/**
 * 8-bit gray PNGs of the image's size. `depth`: `round(255 · (1/d − 1/far) / (1/near − 1/far))` for depth `d` in meters along the
 * line of sight, where `near` and `far` are the image's extremes; near is bright. `mask`: index in `sceneLabels` plus one, 0 for
 * none.
 */
export const sceneByProducts = ['depth', 'mask'] as const
export type SceneByProduct = (typeof sceneByProducts)[number]

/** Mean and deviation in CIELAB (Reinhard et al. 2001); strength 0 is off, 1 full. Contents and truth are unaffected. */
export interface SceneStyle {
  readonly content: Uint8Array
  readonly strength: number
}

export interface SceneOptions {
  /** Retries until every configured object is visible, up to a limit; later attempts use smaller animals and larger dirt. */
  readonly exact?: boolean
  readonly masks?: boolean
  readonly byProducts?: readonly SceneByProduct[]
  readonly style?: SceneStyle | null
}

/** A box of whole pixels, with inclusive left and top. */
export interface SceneBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SceneObject {
  readonly label: SceneLabel
  readonly kind: ObjectKind
  readonly box: SceneBox
  readonly area: number
}

/** Sortable name: `scene-00017.jpg`. */
export const sceneFileName = (index: number): string => `scene-${String(index).padStart(5, '0')}.jpg`

/** `coco`: one document beside the images. `yolo`: images and labels split into train and val. */
export const sampleFormats = ['coco', 'yolo'] as const
export type SampleFormat = (typeof sampleFormats)[number]

export interface SceneRequest {
  readonly config: SceneConfig
  readonly index: number
  readonly options: SceneOptions
}

export interface SceneResponse {
  readonly content: Uint8Array
  /** `mask` is null unless requested. */
  readonly objects: readonly (SceneObject & { readonly mask: Mask | null })[]
  readonly isExact: boolean
  readonly byProducts: readonly {
    readonly name: SceneByProduct
    readonly content: Uint8Array
    readonly extension: 'png'
  }[]
}

export interface SceneProblem {
  readonly problem: 'style-unreadable'
}

export interface SampleFolderRequest {
  readonly folder: string
  readonly config: SceneConfig
  readonly format: SampleFormat
}

export interface SampleFolderProgress {
  readonly images: number
  readonly boxes: number
}
