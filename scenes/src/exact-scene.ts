import type { SceneConfig, SceneLabel } from '@vermilion/contract/scenes'
import { renderScene, type RenderedScene } from './scene.ts'

/** Scenes that are rendered for one image at most. */
const mostAttempts = 40

/**
 * Renders a scene whose numbers of objects are fixed (least and most alike) so that each object is seen: what hides
 * behind another, or lies beyond the edge, is put elsewhere by rendering anew. Pure: the same config and index give the
 * same scene. `isExact` is false where none of many attempts showed everything.
 */
export function renderExactScene(config: SceneConfig, index: number): { scene: RenderedScene; isExact: boolean } {
  let scene = renderScene(config, index)
  for (let attempt = 1; !showsAll(config, scene) && attempt < mostAttempts; attempt += 1) {
    scene = renderScene(config, index, attempt)
  }
  return { scene, isExact: showsAll(config, scene) }
}

function showsAll({ dirt, smallAnimals, animals }: SceneConfig, { objects }: RenderedScene): boolean {
  const count = (label: SceneLabel) => objects.filter((object) => object.label === label).length
  return count('dirt') >= dirt[0] && count('small-animal') >= smallAnimals[0] && count('animal') >= animals[0]
}
