import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { statusTable } from '#platform/status'

/**
 * `init`: being set up. `processing`: files are added or scanned. `generating`: images are rendered into it. `error`: its files
 * are unreachable.
 * The status changes in the transaction that enqueues the job, and in the one that ends it, so a restart finds every status true.
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

export function refuseInPlace(space: Pick<Space, 'name' | 'path'>): void {
  if (isInPlace(space)) throw fail('space.in-place', { name: space.name })
}

export function managedPath(inputPath: string): string {
  const path = normalizePath(inputPath).replace(/\/$/, '')
  const reason = pathProblem(path)
  if (reason !== undefined) throw fail('space.path-unusable', { path: inputPath, reason })
  return path
}
