import { availableParallelism } from 'node:os'
import type { SceneConfig, SceneResponse } from '@vermilion/contract/scenes'
import { createSceneRenderer, type SceneRenderer } from './scene-renderer.ts'

/** Scenes queued at a process: the one in progress and the next, so that it never waits for the server. */
const scenesAtOnce = 2

export interface SceneRenderers extends SceneRenderer {
  readonly concurrency: number
  scenesFrom(config: SceneConfig, first: number, signal: AbortSignal): AsyncIterable<SceneResponse>
}

export function createSceneRenderers(processes = availableParallelism()): SceneRenderers {
  const renderers = Array.from({ length: processes }, () => ({ ...createSceneRenderer(), scenes: 0 }))
  const concurrency = processes * scenesAtOnce

  const render: SceneRenderer['render'] = async (config, index, options, signal) => {
    const renderer = renderers.reduce((best, each) => (each.scenes < best.scenes ? each : best))
    renderer.scenes += 1
    try {
      return await renderer.render(config, index, options, signal)
    } finally {
      renderer.scenes -= 1
    }
  }

  return {
    concurrency,
    render,
    async *scenesFrom(config, first, signal) {
      const ahead: Promise<SceneResponse>[] = []
      for (let next = first; next < config.count || ahead.length > 0;) {
        while (next < config.count && ahead.length < concurrency) {
          const scene = render(config, next, {}, signal)
          // A failure ahead of its turn is reported in its turn.
          scene.catch(() => undefined)
          ahead.push(scene)
          next += 1
        }
        const scene = ahead.shift()
        if (scene !== undefined) yield await scene
      }
    },
    async close() {
      await Promise.all(renderers.map((renderer) => renderer.close()))
    },
  }
}
