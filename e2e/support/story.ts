import { relative } from 'node:path'
import { test as base } from '@playwright/test'
import { noteProcessorTime, processorSeconds } from '../../tools/test/processor-time.ts'
import { startServerHost, type ServerHost } from './server/server-host.ts'
import type { Server } from './server/server.ts'

let counted = 0

/** A test with its own server on a fresh data folder; URLs are relative to it. */
export const test = base.extend<{ server: Server; processorTime: void }, { host: ServerHost }>({
  // Since the story before, so that what a worker starts for several of them counts to the first.
  processorTime: [
    async ({}, use, { file }) => {
      await use()
      const now = processorSeconds(process.pid)
      noteProcessorTime({
        file: `e2e/${relative(import.meta.dirname, file).slice('../'.length)}`,
        seconds: now - counted,
      })
      counted = now
    },
    { auto: true },
  ],
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
