import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { expect } from 'vitest'
import { checkOf, problemsOf } from '../../../testing/check-problems.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { spaceWith, text } from './space-with.ts'

export type Tree = Record<string, string>

/** Every file of a space by path, with its content as text. Empty folders end in `/`. */
export async function treeOf(server: TestServer, spaceId: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  const query = { recursive: 'true', limit: 500 }
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  for (const { id, path } of items) {
    const response = await server.fetch(`/files/${id}/content`)
    contents[path] = await response.text()
  }
  for (const path of await emptyFolders(server, spaceId, '')) contents[`${path}/`] = ''
  return contents
}

async function emptyFolders(server: TestServer, spaceId: string, folder: string): Promise<string[]> {
  const { items } = await server.call(fileEndpoints.listFolders, { params: { spaceId }, query: { folder, limit: 500 } })
  const below = await Promise.all(items.map(({ path }) => emptyFolders(server, spaceId, path)))
  return [...items.filter(({ fileCount }) => fileCount === 0).map(({ path }) => path), ...below.flat()]
}

export async function expectTrueCounters(server: TestServer): Promise<void> {
  for (const id of ['space-counters', 'folder-counters'] as const)
    expect(await problemsOf(checkOf(server, id)), id).toEqual([])
}

let spaces = 0
export async function treeSpace(server: TestServer, tree: Tree): Promise<string> {
  const files = Object.entries(tree).filter(([path]) => !path.endsWith('/'))
  const contents = Object.fromEntries(files.map(([path, content]) => [path, text(content)]))
  const spaceId = await spaceWith(server, `tree ${++spaces}`, contents)
  for (const path of Object.keys(tree).filter((each) => each.endsWith('/'))) {
    const body = { path: path.slice(0, -1) }
    await server.call(fileOperationEndpoints.createFolder, { params: { spaceId }, body })
  }
  return spaceId
}
