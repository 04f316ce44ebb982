import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fail } from '@vermilion/contract/kernel/errors'
import type { SceneConfig, SceneOptions, SceneProblem, SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { hasExited, startSceneProgram } from './scene-program.ts'

/** Milliseconds without work after which the process and its memory are given back. */
const idleTime = 10_000

export interface SceneRenderer {
  /**
   * Renders one scene in a process of its own. One at a time: a second call waits for the first. Fails as
   * `generation.style-unreadable` when the style is no picture.
   */
  render(config: SceneConfig, index: number, options?: SceneOptions): Promise<SceneResponse>
  close(): Promise<void>
}

/** A process that renders scenes. It starts with the first scene and ends when nothing is requested for a while. */
export function createSceneRenderer(): SceneRenderer {
  let renderer: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function close(): Promise<void> {
    clearTimeout(idleTimer)
    const child = renderer
    renderer = undefined
    if (child === undefined || hasExited(child)) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async function request(sceneRequest: SceneRequest): Promise<SceneResponse | SceneProblem> {
    clearTimeout(idleTimer)
    if (renderer !== undefined && hasExited(renderer)) renderer = undefined
    renderer ??= startSceneProgram('render-scenes')
    const child = renderer
    const aborted = new AbortController()
    const onExit = () => aborted.abort(new Error('the rendering process has ended'))
    child.once('exit', onExit)
    try {
      const response = once(child, 'message', { signal: aborted.signal })
      child.send(sceneRequest, (error) => error !== null && aborted.abort(error))
      const [message] = (await response) as [SceneResponse | SceneProblem]
      return message
    } catch (error) {
      if (renderer === child) await close()
      throw aborted.signal.aborted ? aborted.signal.reason : error
    } finally {
      child.off('exit', onExit)
      idleTimer = setTimeout(() => void close(), idleTime).unref()
    }
  }

  return {
    async render(config, index, options = {}) {
      const responding = queue.then(() => request({ config, index, options }))
      queue = responding.catch(() => undefined)
      const response = await responding
      if ('problem' in response) throw fail('generation.style-unreadable')
      return response
    },
    close,
  }
}
