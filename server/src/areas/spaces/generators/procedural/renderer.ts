import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SceneConfig } from './config.ts'
import type { SceneAnswer, SceneRequest } from './scene.worker.ts'

/** Milliseconds without work after which the thread and its memory are given back. */
const idleTime = 10_000

export interface SceneRenderer {
  /** Renders one scene away from the event loop. One at a time: a second call waits for the first. */
  render(config: SceneConfig, index: number): Promise<Omit<SceneAnswer, 'id'>>
  close(): Promise<void>
}

/** A thread that renders scenes. It starts with the first scene and ends when nothing is asked for a while. */
export function createSceneRenderer(): SceneRenderer {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let count = 0

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  async function ask(config: SceneConfig, index: number): Promise<SceneAnswer> {
    clearTimeout(idle)
    worker ??= new Worker(new URL('./scene.worker.ts', import.meta.url))
    const thread = worker
    const request: SceneRequest = { id: ++count, config, index }
    const gone = new AbortController()
    thread.once('exit', () => gone.abort(new Error('the rendering thread has ended')))
    thread.postMessage(request)
    try {
      // `once` rejects with the thread's error, should the scene make it throw.
      const [answer] = (await once(thread, 'message', { signal: gone.signal })) as [SceneAnswer]
      return answer
    } catch (error) {
      if (worker === thread) await close()
      throw error
    } finally {
      thread.removeAllListeners('exit')
      idle = setTimeout(() => void close(), idleTime).unref()
    }
  }

  return {
    render(config, index) {
      const answer = turn.then(() => ask(config, index))
      turn = answer.catch(() => undefined)
      return answer
    },
    close,
  }
}
