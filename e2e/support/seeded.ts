import { startSeedBoard } from '../../tools/screens/board.ts'
import { startLackingComfyui } from '../../tools/screens/comfyui.ts'
import { seed, type Seed } from '../../tools/screens/seed.ts'
import { createClient, type Call } from './server/client.ts'
import type { Server } from './server/server.ts'
import { test as base } from './story.ts'

/** A server with content on every page. */
export interface Seeded extends Server {
  readonly content: Seed
  readonly call: Call
}

/** A server and seed shared by all read-only test files. */
export const test = base.extend<object, { seeded: Seeded }>({
  seeded: [
    async ({ host }, use) => {
      const comfyui = await startLackingComfyui()
      const board = await startSeedBoard()
      const server = await host.start()
      const content = await seed(server, { images: 24, epochs: 2, comfyui: comfyui.address, board })
      await use({ ...server, call: createClient(server), content })
      await server.stop()
      await board?.stop()
      await comfyui.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ seeded }, use) => use(seeded.address),
})
export { expect } from '@playwright/test'
