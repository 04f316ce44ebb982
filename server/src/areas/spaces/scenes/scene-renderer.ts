import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fail } from '@vermilion/contract/kernel/errors'
import type { SceneConfig, SceneOptions, SceneProblem, SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { hasExited, startSceneProgram } from './scene-program.ts'

/** Milliseconds without work. */
const idleTime = 10_000

type Reply = SceneResponse | SceneProblem

interface Program {
  readonly child: ChildProcess
  readonly pending: (PromiseWithResolvers<Reply> & { isAbandoned: boolean })[]
}

/** A process that renders scenes. It starts with the first scene and ends when idle. */
export function createSceneRenderer() {
  let program: Program | undefined
  let idleTimer: NodeJS.Timeout | undefined

  async function close(): Promise<void> {
    clearTimeout(idleTimer)
    const child = program?.child
    program = undefined
    if (child === undefined || hasExited(child)) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  function start(): Program {
    const child = startSceneProgram('render-scenes')
    const pending: Program['pending'] = []
    const end = (error: Error) => {
      if (program?.child === child) program = undefined
      for (const { reject } of pending.splice(0)) reject(error)
    }
    child.on('message', (reply: Reply) => {
      pending.shift()?.resolve(reply)
      if (pending.length > 0 || program?.child !== child) return
      idleTimer = setTimeout(() => void close(), idleTime).unref()
    })
    child.once('exit', () => end(new Error('the rendering process has ended')))
    child.once('error', end)
    return { child, pending }
  }

  async function request(sceneRequest: SceneRequest, signal: AbortSignal | undefined): Promise<Reply> {
    signal?.throwIfAborted()
    clearTimeout(idleTimer)
    program ??= start()
    const { child, pending } = program
    const scene = { ...Promise.withResolvers<Reply>(), isAbandoned: false }
    child.send(sceneRequest, (error) => error !== null && child.kill('SIGKILL'))
    pending.push(scene)
    const abandon = () => {
      scene.isAbandoned = true
      scene.reject(signal?.reason)
      if (program?.child === child && pending.every(({ isAbandoned }) => isAbandoned)) void close()
    }
    signal?.addEventListener('abort', abandon)
    try {
      return await scene.promise
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  return {
    /** Runs after earlier requests. Fails with `generation.style-unreadable`. Aborting ends the process if nobody else waits. */
    async render(
      config: SceneConfig,
      index: number,
      options: SceneOptions = {},
      signal?: AbortSignal,
    ): Promise<SceneResponse> {
      const reply = await request({ config, index, options }, signal)
      if ('problem' in reply) throw fail('generation.style-unreadable')
      return reply
    },
    close,
  }
}

/** Scenes queued at a process: the one in progress and the next, so that it never waits for the server. */
const scenesAtOnce = 2

export function createSceneRenderers(processes = availableParallelism()) {
  const renderers = Array.from({ length: processes }, () => ({ ...createSceneRenderer(), scenes: 0 }))
  const concurrency = processes * scenesAtOnce

  const render: ReturnType<typeof createSceneRenderer>['render'] = async (config, index, options, signal) => {
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
    async *scenesFrom(config: SceneConfig, first: number, signal: AbortSignal): AsyncGenerator<SceneResponse> {
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
    async close(): Promise<void> {
      await Promise.all(renderers.map((renderer) => renderer.close()))
    },
  }
}
