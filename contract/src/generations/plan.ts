import { scramble } from './scramble.ts'
import { rendererWorkflow } from './engines.ts'
import type { GenerationConfig, LoraRow, SceneItem } from './config.ts'

export interface ImagePlan {
  readonly number: number
  /** 0, incremented for each retry. */
  readonly attempt: number
  readonly itemIndex: number
  readonly item: SceneItem
  readonly seed: number
  readonly prompt: string
  readonly loras: readonly { readonly name: string; readonly strength: number }[]
}

/** 32-bit seed from the config's seed, the image number and the attempt. */
export function imageSeed(seed: number, number: number, attempt: number): number {
  return scramble(scramble(scramble(seed) ^ number) ^ attempt)
}

/** Distributes `count` images over items by weight with the largest-remainder method; the result sums to `count`. */
export function countByItem(items: readonly Pick<SceneItem, 'weight'>[], count: number): number[] {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  const exact = items.map(({ weight }) => (weight / total) * count)
  const counts = exact.map(Math.floor)
  const byRemainder = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }))
  byRemainder.sort((one, other) => other.rest - one.rest || one.index - other.index)
  let missing = count - counts.reduce((sum, each) => sum + each, 0)
  for (const { index } of byRemainder) {
    if (missing <= 0) break
    counts[index]! += 1
    missing -= 1
  }
  return counts
}

/** Item of each image, evenly interleaved, so that a stopped generation has some of each. */
export function itemOfEachImage({ items, count }: Pick<GenerationConfig, 'items' | 'count'>): Uint16Array {
  const positions = countByItem(items, count).flatMap((images, item) =>
    Array.from({ length: images }, (_, index) => ({ item, at: (index + 0.5) / images })),
  )
  positions.sort((one, other) => one.at - other.at || one.item - other.item)
  return Uint16Array.from(positions, ({ item }) => item)
}

export function planImage(config: GenerationConfig, itemIndex: number, number: number, attempt: number): ImagePlan {
  const item = config.items[itemIndex]!
  const seed = imageSeed(config.seed, number, attempt)
  const loras = config.loras
    .filter(({ enabled }) => enabled)
    .map((lora, index) => ({
      name: lora.name,
      strength: drawStrength(lora, scramble(seed ^ (index + 1)), config.workflow === rendererWorkflow ? 2 : 3),
    }))
  return { number, attempt, itemIndex, item, seed, prompt: promptOf(item), loras }
}

/** Rounded to few digits, because the renderer caches a material per strength. */
function drawStrength({ strength, minimum, maximum }: LoraRow, bits: number, digits: number): number {
  if (minimum === null || maximum === null) return strength
  const unit = 10 ** digits
  return Math.round((minimum + (maximum - minimum) * (bits / 0xffff_ffff)) * unit) / unit
}

export function promptOf(item: SceneItem): string {
  const several = (word: string, count: number) => (count === 1 ? word : `${count} ${word}`)
  const counted = (word: string, count: number) => (word === '' || count === 0 ? [] : [several(word, count)])
  return [
    ...(item.words === '' ? [] : [item.words]),
    ...(item.scene === '' ? [] : [item.scene]),
    ...(item.floor === '' ? [] : [`${item.floor} floor`]),
    ...counted(item.dirt, item.dirtCount),
    ...counted(item.smallAnimal, item.smallAnimalCount),
    ...counted(item.animal, item.animalCount),
  ].join(', ')
}
