import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fail } from '@vermilion/contract/kernel/errors'
import type { SceneConfig, SceneOptions, SceneProblem, SceneRequest, SceneResponse } from '@vermilion/contract/scenes'
import { hasExited, startSceneProgram } from './scene-program.ts'

/** Milliseconds without work. */
const idleTime = 10_000

export interface SceneRenderer {
  /** Runs after earlier requests. Fails with `generation.style-unreadable`. Aborting ends the process if nobody else waits. */
  render(config: SceneConfig, index: number, options?: SceneOptions, signal?: AbortSignal): Promise<SceneResponse>
  close(): Promise<void>
}

type Reply = SceneResponse | SceneProblem

interface Program {
  readonly child: ChildProcess
  readonly pending: (PromiseWithResolvers<Reply> & { isAbandoned: boolean })[]
}

/** A process that renders scenes. It starts with the first scene and ends when idle. */
export function createSceneRenderer(): SceneRenderer {
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
    async render(config, index, options = {}, signal) {
      const reply = await request({ config, index, options }, signal)
      if ('problem' in reply) throw fail('generation.style-unreadable')
      return reply
    },
    close,
  }
}
