import type { SceneOptions, SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { encodeByProduct } from './encode-by-product.ts'
import { encodeScene } from './encode-scene.ts'
import { objectMask } from './object-mask.ts'
import { renderExactScene } from './exact-scene.ts'
import { renderScene, type RenderedScene } from './scene.ts'

/** A program for its parent process: renders each requested scene, and ends with the parent. */
process.on('disconnect', () => process.exit())
process.on('message', (request: SceneRequest) => void respond(request))

async function respond(request: SceneRequest): Promise<void> {
  process.send?.(await render(request))
}

async function render({ config, index, options }: SceneRequest): Promise<SceneResponse> {
  const { exact = false, byProducts = [] } = options
  const withDepths = byProducts.includes('depth')
  const { scene, isExact } = exact
    ? renderExactScene(config, index, withDepths)
    : { scene: renderScene(config, index, { withDepths }), isExact: true }
  return {
    content: await encodeScene(scene),
    objects: describeObjects(scene, options),
    isExact,
    byProducts: await Promise.all(
      byProducts.map(async (name) => {
        const content = await encodeByProduct(name, scene)
        return { name, content, extension: 'png' as const }
      }),
    ),
  }
}

function describeObjects(scene: RenderedScene, { masks = false }: SceneOptions): SceneResponse['objects'] {
  return scene.objects.map((object, index) => ({ ...object, mask: masks ? objectMask(scene, index) : null }))
}
