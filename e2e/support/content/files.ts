import type { Page } from '@playwright/test'
import { fileEndpoints } from '../../../contract/src/files.ts'
import { spaceEndpoints } from '../../../contract/src/spaces.ts'
import { createClient, type Call } from '../server/client.ts'
import { fill } from './fill.ts'
import type { Server } from '../server/server.ts'

export const text = (path: string) => ({ path, content: Buffer.from(`content of ${path}`) })

/** A data space with files, with a helper to list them. */
export async function space(server: Server, files: Parameters<typeof fill>[2]) {
  const call = createClient(server)
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'line', path: 'line' } })
  await fill(server, id, files)
  return { call, id, address: `/space/list/file/${id}`, count: (folder = '') => countIn(call, id, folder) }
}

const countIn = async (call: Call, spaceId: string, folder: string) =>
  (await call(fileEndpoints.countFiles, { params: { spaceId }, query: { folder, recursive: true } })).files

export const cell = (page: Page, name: string) => page.getByRole('option').and(page.getByTitle(name, { exact: true }))
export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
export const bar = (page: Page, words: string) => page.getByRole('toolbar', { name: words })
export const inMenu = (page: Page, words: string) => page.getByRole('menuitem', { name: words, exact: true })
export const list = (page: Page) => page.getByRole('listbox', { name: 'Files' })
