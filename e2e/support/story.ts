import { test as base } from '@playwright/test'
import { startServerHost, type ServerHost } from './server/server-host.ts'
import type { Server } from './server/server.ts'

/** A test with a server of its own, on a fresh data folder; addresses are relative to it. */
export const test = base.extend<{ server: Server }, { host: ServerHost }>({
  host: [
    async ({}, use) => {
      const host = startServerHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  server: async ({ host }, use) => {
    const server = await host.start()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.address),
})
export { expect } from '@playwright/test'
