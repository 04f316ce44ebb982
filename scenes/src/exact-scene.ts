import { sceneLabels } from '@vermilion/contract/scenes'
import type { SceneConfig } from '@vermilion/contract/scenes'
import { composeScene, type Composition } from './composition.ts'
import { renderScene, type RenderedScene, type RenderingOptions } from './scene.ts'
import { createSight } from './sight.ts'

/** Maximum attempts per image, and maximum attempts in a row without improvement. */
const maxAttempts = 40
const maxVainAttempts = 12

export interface ExactScene {
  readonly scene: RenderedScene
  readonly isExact: boolean
  readonly attempts: number
}

/** Attempts place hidden objects elsewhere, by visibility computed before rendering; the best one is used. Pure. */
export function renderExactScene(
  config: SceneConfig,
  index: number,
  options: Omit<RenderingOptions, 'attempt'> = {},
): ExactScene {
  let best = { attempt: 0, missing: countMissing(config, composeScene(config, index, 0), Infinity) }
  let attempts = 1
  for (; best.missing > 0 && attempts < maxAttempts && attempts - best.attempt <= maxVainAttempts; attempts += 1) {
    const missing = countMissing(config, composeScene(config, index, attempts), best.missing)
    if (missing < best.missing) best = { attempt: attempts, missing }
  }
  const scene = renderScene(config, index, { ...options, attempt: best.attempt })
  return { scene, isExact: best.missing === 0, attempts }
}

function countMissing(config: SceneConfig, composition: Composition, limit: number): number {
  const isSeen = createSight(composition)
  const least = { dirt: config.dirt[0], 'small-animal': config.smallAnimals[0], animal: config.animals[0] }
  let missing = 0
  for (const label of sceneLabels) {
    const owners = composition.labeled.flatMap((object, at) => (object.label === label ? at + 1 : []))
    let unseen = 0
    for (const owner of owners) {
      if (isSeen(owner)) continue
      unseen += 1
      // More than the minimum may have been placed.
      if (owners.length - unseen < least[label]) missing += 1
      if (missing >= limit) return missing
    }
  }
  return missing
}
