import type { SceneOptions, SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { encodeScene } from './encode-scene.ts'
import { objectMask } from './object-mask.ts'
import { renderExactScene } from './exact-scene.ts'
import { renderScene, type RenderedScene } from './scene.ts'

/** A program for its parent process: renders each requested scene, and ends with the parent. */
process.on('disconnect', () => process.exit())
process.on('message', (request: SceneRequest) => void respond(request))

async function respond({ config, index, options }: SceneRequest): Promise<void> {
  const { scene, isExact } =
    options.exact === true ? renderExactScene(config, index) : { scene: renderScene(config, index), isExact: true }
  const response: SceneResponse = {
    content: await encodeScene(scene),
    objects: describeObjects(scene, options),
    isExact,
    byProducts: [],
  }
  process.send?.(response)
}

function describeObjects(scene: RenderedScene, { masks = false }: SceneOptions): SceneResponse['objects'] {
  return scene.objects.map((object, index) => ({ ...object, mask: masks ? objectMask(scene, index) : null }))
}
