import type { StorageCategory } from '@vermilion/contract/monitoring/storage'

interface Counted {
  category: StorageCategory
  taskId?: string
}

const blob = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})$/

export function checksumOf(path: string): string | undefined {
  const [, prefix, rest] = blob.exec(path) ?? []
  return prefix === undefined || rest === undefined ? undefined : prefix + rest
}

const folders: readonly [RegExp, StorageCategory][] = [
  [/^(?:uploads|artifact-uploads|held|blobs\/incoming)(?:\/|$)/, 'upload'],
  [/^(?:cache|blob-copies)(?:\/|$)/, 'cache'],
  [/^backups(?:\/|$)/, 'backup'],
  [/^vermilion\.db/, 'database'],
]

export function categoryOf(path: string): Counted {
  const [, taskId, part = ''] = /^tasks\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  if (taskId !== undefined) {
    if (/^data(?:-\d+)?(?:\.copy)?$/.test(part)) return { category: 'task-data', taskId }
    return { category: part.startsWith('log') ? 'log' : 'task-output', taskId }
  }
  return { category: folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'other' }
}
