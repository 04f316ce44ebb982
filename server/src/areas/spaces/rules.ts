import { isInPlace } from '@vermilion/contract/spaces'
import type { Space } from '@vermilion/contract/spaces'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { statusTable } from '#platform/status'

/**
 * R4.05. `init`: being set up. `processing`: files are added or scanned. `generating`: images are rendered into it. `success` and
 * `failed`: the result of the last such work. `normal`: nothing to report. `error`: its files are unreachable. The status changes
 * in the transaction that enqueues the job, and in the one that ends it: so a restart, which continues the job, finds every
 * status true.
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

/** Fails with `space.in-place` for a space whose folder is never changed. */
export function refuseInPlace(space: Pick<Space, 'name' | 'path'>): void {
  if (isInPlace(space)) throw fail('space.in-place', { name: space.name })
}

/** The stored spelling of a managed space's path. Fails with `space.path-unusable` and the reason. */
export function managedPath(inputPath: string): string {
  const path = normalizePath(inputPath).replace(/\/$/, '')
  const reason = pathProblem(path)
  if (reason !== undefined) throw fail('space.path-unusable', { path: inputPath, reason })
  return path
}
