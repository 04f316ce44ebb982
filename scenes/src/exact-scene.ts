import { sceneLabels } from '@vermilion/contract/scenes'
import type { SceneConfig } from '@vermilion/contract/scenes'
import { composeScene, type Composition } from './composition.ts'
import { renderScene, type RenderedScene, type RenderingOptions } from './scene.ts'
import { createSight } from './sight.ts'

/** Scenes that are tried for one image at most, and in a row that show no more than an earlier one. */
const maxAttempts = 40
const maxVainAttempts = 12

export interface ExactScene {
  readonly scene: RenderedScene
  readonly isExact: boolean
  /** Scenes that were tried. */
  readonly attempts: number
}

/**
 * Renders a scene whose numbers of objects are fixed (least and most alike) so that each object is seen: what hides
 * behind another, or lies beyond the edge, is put elsewhere by choosing anew. What a scene shows is worked out before
 * any is rendered. Pure: the same config and index give the same scene. Where none shows everything, it is the one that
 * shows most.
 */
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

/** Number of missing visible objects, counted up to `limit`. */
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
      // More than the least may have been put.
      if (owners.length - unseen < least[label]) missing += 1
      if (missing >= limit) return missing
    }
  }
  return missing
}
