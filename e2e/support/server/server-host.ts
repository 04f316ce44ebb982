import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDataFolder, removeDataFolder, serverEnvironment, type Server } from './server.ts'

/** Messages of the program below; stories use the product from outside, also here. */
type ServerRequest = { readonly id: number } & (
  | { readonly environment: Readonly<Record<string, string>> }
  | { readonly stop: string }
)
interface ServerReply {
  readonly id: number
  readonly started?: { readonly address: string; readonly token: string }
  readonly problem?: string
}

const program = fileURLToPath(new URL('../../../server/src/testing/serve-many.ts', import.meta.url))

/** A process with the product loaded, which starts fresh servers quickly. */
export interface ServerHost {
  /** Starts a server on a fresh data folder and free port; `stop` removes the folder. */
  start(environment?: Readonly<Record<string, string>>): Promise<Server>
  end(): Promise<void>
}

export function startServerHost(): ServerHost {
  const child = fork(program, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (reply: ServerReply) => void>()
  let requests = 0
  child.on('message', (reply: ServerReply) => waiting.get(reply.id)?.(reply))
  child.once('exit', (code) => {
    for (const [id, settle] of waiting) settle({ id, problem: `the process of the servers ended with ${code}` })
  })

  async function ask(
    order: { environment: Readonly<Record<string, string>> } | { stop: string },
  ): Promise<ServerReply> {
    const request: ServerRequest = { id: (requests += 1), ...order }
    const { promise, resolve } = Promise.withResolvers<ServerReply>()
    waiting.set(request.id, resolve)
    child.send(request)
    const reply = await promise
    waiting.delete(request.id)
    if (reply.problem !== undefined) throw new Error(reply.problem)
    return reply
  }

  return {
    async start(environment) {
      const data = await createDataFolder()
      const { started } = await ask({ environment: serverEnvironment(data, environment) })
      if (started === undefined) throw new Error('no server was started')
      return {
        ...started,
        data,
        async stop() {
          await ask({ stop: started.address })
          await removeDataFolder(data)
        },
      }
    },
    async end() {
      if (!child.connected) return
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}
