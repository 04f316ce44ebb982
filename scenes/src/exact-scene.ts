import type { SceneConfig, SceneLabel, SceneObject } from '@vermilion/contract/scenes'
import { renderScene, sketchScene, type RenderedScene } from './scene.ts'

/** Scenes that are tried for one image at most, and in a row that show no more than an earlier one. */
const mostAttempts = 40
const mostInVain = 12

export interface ExactScene {
  readonly scene: RenderedScene
  readonly isExact: boolean
  /** Scenes that were tried. */
  readonly attempts: number
}

/**
 * Renders a scene whose numbers of objects are fixed (least and most alike) so that each object is seen: what hides
 * behind another, or lies beyond the edge, is put elsewhere by choosing anew. Only the first scene and the last are
 * rendered; of those between, only what they show is worked out. Pure: the same config and index give the same scene.
 * Where none shows everything, it is the one that shows most.
 */
export function renderExactScene(config: SceneConfig, index: number, withDepths = false): ExactScene {
  const first = renderScene(config, index, { withDepths })
  let best = { attempt: 0, missing: countMissing(config, first.objects) }
  let attempts = 1
  for (; best.missing > 0 && attempts < mostAttempts && attempts - best.attempt <= mostInVain; attempts += 1) {
    const missing = countMissing(config, sketchScene(config, index, attempts))
    if (missing < best.missing) best = { attempt: attempts, missing }
  }
  const scene = best.attempt === 0 ? first : renderScene(config, index, { attempt: best.attempt, withDepths })
  return { scene, isExact: best.missing === 0, attempts }
}

function countMissing({ dirt, smallAnimals, animals }: SceneConfig, objects: readonly SceneObject[]): number {
  const missing = (label: SceneLabel, [least]: readonly [number, number]) =>
    Math.max(0, least - objects.filter((object) => object.label === label).length)
  return missing('dirt', dirt) + missing('small-animal', smallAnimals) + missing('animal', animals)
}
