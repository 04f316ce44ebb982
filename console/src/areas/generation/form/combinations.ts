import type { SceneItem } from '@vermilion/contract/generations/config'
import { type ItemThing, itemThings } from '@vermilion/contract/generations/engines'
import { blankItem } from './form-values.ts'

export const countedThings = ['dirt', 'smallAnimal', 'animal'] as const satisfies readonly ItemThing[]
export type CountedThing = (typeof countedThings)[number]

export const isCounted = (thing: ItemThing): thing is CountedThing =>
  (countedThings as readonly ItemThing[]).includes(thing)

export interface Choice {
  words: Record<ItemThing, readonly string[]>
  counts: Record<CountedThing, number>
}

export const noChoice: Choice = {
  words: { scene: [], floor: [], dirt: [], smallAnimal: [], animal: [] },
  counts: { dirt: 1, smallAnimal: 1, animal: 1 },
}

export function countCombinations({ words }: Choice): number {
  const selected = itemThings.filter((thing) => words[thing].length > 0)
  return selected.length === 0 ? 0 : selected.reduce((product, thing) => product * words[thing].length, 1)
}

/** All combinations, the last thing changing first. */
export function combine({ words, counts }: Choice): SceneItem[] {
  const selected = itemThings.filter((thing) => words[thing].length > 0)
  if (selected.length === 0) return []
  return selected.reduce<SceneItem[]>(
    (items, thing) =>
      items.flatMap((item) =>
        words[thing].map((word) => ({
          ...item,
          [thing]: word,
          ...(isCounted(thing) ? { [`${thing}Count`]: counts[thing] } : {}),
        })),
      ),
    [blankItem],
  )
}
