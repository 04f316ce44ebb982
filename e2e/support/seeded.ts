import { test as base, type Page } from '@playwright/test'
import { accountEndpoints } from '../../contract/src/accounts.ts'
import { seed, type Seed } from '../../tools/screens/seed.ts'
import { createClient, type Call } from './client.ts'
import { password, startServer, type Server } from './server.ts'

/** A server with something on every page. */
export interface Seeded extends Server {
  readonly content: Seed
  readonly call: Call
  /** Of the first account. */
  readonly token: string
}

/** For tests that only look: one server and one seed for all the files that use it. */
export const test = base.extend<object, { seeded: Seeded }>({
  seeded: [
    async ({}, use) => {
      const server = await startServer()
      const call = await createClient(server)
      const { token } = await call(accountEndpoints.login, { body: { username: 'admin', password } })
      await use({ ...server, call, token, content: await seed(server, { images: 24, epochs: 2 }) })
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ seeded }, use) => use(seeded.address),
})
export { expect } from '@playwright/test'

/** Signs a page in without the sign-in page: it finds the token where that would have left it. */
export async function enter(page: Page, { token }: Pick<Seeded, 'token'>): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
}
