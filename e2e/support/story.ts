import { test as base } from '@playwright/test'
import { startServer, type Server } from './server.ts'

/** A test with a server of its own, on a fresh data folder; addresses are relative to it. */
export const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.address),
})
export { expect } from '@playwright/test'
