import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { fileEndpoints, type SpaceFile } from '../../../contract/src/files.ts'
import { spaceEndpoints } from '../../../contract/src/spaces.ts'
import type { Call } from '../server/client.ts'

export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
export const chooser = (page: Page, what: 'files' | 'a folder') => page.getByLabel(`Choose ${what}`, { exact: true })
export const panel = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true })

export async function listed(call: Call, spaceId: string): Promise<SpaceFile[]> {
  const all: SpaceFile[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { recursive: 'true', limit: 500, cursor }
    const page = await call(fileEndpoints.listFiles, { params: { spaceId }, query })
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all
}

export async function openSpace(page: Page, call: Call, name = 'floors'): Promise<string> {
  const { id } = await call(spaceEndpoints.createSpace, { body: { name, path: name } })
  await page.goto(`/space/list/file/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return id
}

/** Files on disk; returns their folder and checksums by path. */
export async function makeFolder(count: number, size: number) {
  const root = await mkdtemp(join(tmpdir(), 'vermilion-uploads-'))
  const checksums = new Map<string, string>()
  for (let number = 0; number < count; number += 1) {
    const path = `photos/${number % 3}/${String(number).padStart(4, '0')}.bin`
    const content = randomBytes(size + number)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
    checksums.set(path, sha256(content))
  }
  return { root, folder: join(root, 'photos'), checksums }
}
