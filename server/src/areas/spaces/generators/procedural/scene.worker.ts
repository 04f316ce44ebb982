import { parentPort } from 'node:worker_threads'
import type { SceneConfig } from './config.ts'
import { encodeScene } from './sample-folder.ts'
import { renderScene } from './scene.ts'
import type { RenderedScene } from './scene.ts'

export interface SceneRequest {
  readonly id: number
  readonly config: SceneConfig
  readonly index: number
}

export interface SceneAnswer {
  readonly id: number
  /** A JPEG file. */
  readonly content: Uint8Array
  readonly objects: RenderedScene['objects']
}

parentPort?.on('message', (request: SceneRequest) => void answer(request))

async function answer({ id, config, index }: SceneRequest): Promise<void> {
  const scene = renderScene(config, index)
  const done: SceneAnswer = { id, content: await encodeScene(scene), objects: scene.objects }
  parentPort?.postMessage(done)
}
