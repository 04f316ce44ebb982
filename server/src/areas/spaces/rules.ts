import { isAbsolute, relative } from 'node:path'
import type { Space } from '@vermilion/contract/spaces'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { statusTable } from '#platform/status'

/**
 * R4.05. `init`: being set up. `processing`: files are taken in or looked through. `generating`: images are rendered
 * into it. `success` and `failed`: how the last such work ended. `normal`: nothing has to be said. `error`: its files
 * cannot be reached. Who begins work sets the status in the transaction that enqueues the job, and who ends it in the
 * transaction that ends the job: so a restart, which continues the job, finds every status true.
 */
export const spaceStatus = statusTable<Space['status']>('space', {
  init: ['processing', 'generating', 'normal', 'failed', 'error'],
  processing: ['success', 'failed', 'normal', 'error'],
  generating: ['success', 'failed', 'normal', 'error'],
  success: ['processing', 'generating', 'normal', 'error'],
  failed: ['processing', 'generating', 'normal', 'error'],
  normal: ['processing', 'generating', 'error'],
  error: ['processing', 'normal'],
})

/**
 * The stored spelling of a space's path. Fails as `space.path-invalid` for a folder outside the configured roots, and
 * as `space.path-unusable` with the reason for any other that cannot be one.
 */
export function managedPath(given: string, roots: readonly string[]): string {
  const path = normalizePath(given)
  if (isAbsolute(path)) {
    if (!roots.some((root) => contains(root, path))) throw fail('space.path-invalid', { path })
    throw fail('space.path-unusable', { path, reason: notInPlace })
  }
  const trimmed = path.replace(/\/$/, '')
  const reason = pathProblem(trimmed)
  if (reason !== undefined) throw fail('space.path-unusable', { path, reason })
  return trimmed
}

const notInPlace = {
  en: 'folders cannot be indexed in place in this version; give a relative path and upload the files',
  zh: '此版本不支持就地索引文件夹；请填写相对路径并上传文件',
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}
