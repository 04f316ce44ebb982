import type { SceneOptions, SceneRequest, SceneResponse, SceneProblem } from '@vermilion/contract/scenes'
import { encodeByProduct } from './encode-by-product.ts'
import { encodeScene } from './encode-scene.ts'
import { readFloorPicture } from './floors/read-floor-picture.ts'
import { objectMask } from './object-mask.ts'
import { renderExactScene } from './exact-scene.ts'
import { renderScene, type RenderedScene } from './scene.ts'
import { applyStyle, StyleUnreadable } from './style/style.ts'

/** Child process that renders requested scenes one by one, and ends with the parent. */
let responding = Promise.resolve()
process.on('disconnect', () => process.exit())
process.on('message', (request: SceneRequest) => {
  responding = responding.then(() => respond(request))
})

async function respond(request: SceneRequest): Promise<void> {
  try {
    process.send?.(await render(request))
  } catch (error) {
    if (!(error instanceof StyleUnreadable)) throw error
    process.send?.({ problem: 'style-unreadable' } satisfies SceneProblem)
  }
}

async function render({ config, index, options }: SceneRequest): Promise<SceneResponse> {
  const { exact = false, byProducts = [], style = null } = options
  const rendering = {
    withDepths: byProducts.includes('depth'),
    floorPicture: await readFloorPicture(config, index),
  }
  const { scene, isExact } = exact
    ? renderExactScene(config, index, rendering)
    : { scene: renderScene(config, index, rendering), isExact: true }
  const pixels = style === null ? scene.pixels : await applyStyle(scene.pixels, style)
  return {
    content: await encodeScene({ ...scene, pixels }),
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
