import type { SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { encodeScene } from './encode-scene.ts'
import { renderScene } from './scene.ts'

/** A program for its parent process: renders each requested scene, and ends with the parent. */
process.on('disconnect', () => process.exit())
process.on('message', (request: SceneRequest) => void respond(request))

async function respond({ config, index }: SceneRequest): Promise<void> {
  const scene = renderScene(config, index)
  const response: SceneResponse = { content: await encodeScene(scene), objects: scene.objects }
  process.send?.(response)
}
