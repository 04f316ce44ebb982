// Servers on demand in one process that has loaded the product once. Its parent sends an environment to start one, or an address
// to stop one; each response has its request's number.
import { keepCompiledCode, saveCompiledCode } from '#platform/program'
import type { RunningServer } from '../server.ts'

export type ServerRequest = { readonly id: number } & (
  | { readonly environment: Readonly<Record<string, string>> }
  | { readonly stop: string }
)
export interface ServerReply {
  readonly id: number
  readonly started?: { readonly address: string; readonly token: string }
  readonly problem?: string
}

keepCompiledCode()
const { readConfig } = await import('../config.ts')
const { startServer } = await import('../server.ts')
const { createLog } = await import('#platform/log')
const { placeMigratedDatabase } = await import('./migrated-database.ts')
const { databaseEnvironment } = await import('./test-database.ts')

const servers = new Map<string, RunningServer>()

async function perform(request: ServerRequest): Promise<Omit<ServerReply, 'id'>> {
  if ('stop' in request) {
    const server = servers.get(request.stop)
    servers.delete(request.stop)
    if (server === undefined) return {}
    await stopTasks(server)
    await server.stop()
    return {}
  }
  const data = request.environment['VERMILION_DATA'] ?? ''
  await placeMigratedDatabase(data)
  const config = readConfig({ ...request.environment, ...databaseEnvironment(data) })
  const server = await startServer({ config, log: createLog(config.logLevel) })
  servers.set(server.address, server)
  return { started: { address: server.address, token: await server.app.accounts.openFirst() } }
}

/** Tasks outlive their server, and would run beside all later tests. */
async function stopTasks({ app: { tasks } }: RunningServer): Promise<void> {
  for (const status of ['queuing', 'running'] as const) {
    const { items } = await tasks.page({ status, limit: 100 }, 'en-US')
    // A task may end meanwhile.
    await Promise.allSettled(items.map(({ id }) => tasks.stop(id, 'admin')))
  }
}

process.on('message', (request: ServerRequest) => {
  void perform(request)
    .catch((error: unknown) => ({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((reply) => process.send?.({ id: request.id, ...reply } satisfies ServerReply))
})
process.once('disconnect', () => {
  void Promise.allSettled([...servers.values()].map((server) => server.stop())).then(() => process.exit(0))
})
saveCompiledCode()
