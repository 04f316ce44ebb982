import { fileEndpoints } from '@vermilion/contract/files'
import { expect } from 'vitest'
import type { TestServer } from '../../../testing/start-server.ts'

/** Every file of a space by its path, with its content as text. Folders without files end in `/`. */
export async function treeOf(server: TestServer, spaceId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const query = { recursive: 'true', limit: 500 }
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  for (const { id, path } of items) {
    const response = await server.fetch(`/files/${id}/content`)
    found[path] = await response.text()
  }
  for (const path of await emptyFolders(server, spaceId, '')) found[`${path}/`] = ''
  return found
}

async function emptyFolders(server: TestServer, spaceId: string, folder: string): Promise<string[]> {
  const { items } = await server.call(fileEndpoints.listFolders, { params: { spaceId }, query: { folder, limit: 500 } })
  const below = await Promise.all(items.map(({ path }) => emptyFolders(server, spaceId, path)))
  return [...items.filter(({ fileCount }) => fileCount === 0).map(({ path }) => path), ...below.flat()]
}

/** Counting again gives what the counters of spaces and folders say. */
export async function expectTrueCounters(server: TestServer): Promise<void> {
  for (const check of server.platform.checks.all().filter(({ name }) => name.startsWith('counters of'))) {
    expect(await check.problems(), check.name).toEqual([])
  }
}
