import { createClient, testPassword } from './client.ts'
import type { Client } from './client.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

export interface KillableServer extends Pick<Client, 'fetch' | 'call'> {
  start(): Promise<void>
  kill(): Promise<void>
}

export function createKillableServer(
  data: string,
  environment: Record<string, string> = {},
  main?: string,
): KillableServer {
  let running: ServerProcess | undefined
  let isSignedIn = false
  const client = createClient(() => running?.address ?? '')
  return {
    ...client,
    async start() {
      running = await startServerProcess(data, { VERMILION_ADMIN_PASSWORD: testPassword, ...environment }, main)
      if (!isSignedIn) await client.signIn()
      isSignedIn = true
    },
    async kill() {
      await running?.end('SIGKILL')
    },
  }
}
