import { errorCatalogue, fail, Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import { isInPlace, isRemote, type PathCheck } from '@vermilion/contract/spaces'
import type { IndexableFolders } from './indexable-folders.ts'
import { managedPath } from '../rules.ts'
import type { SpaceStore } from '../store.ts'

interface Needs {
  readonly store: Pick<SpaceStore, 'byPath'>
  readonly indexableFolders: IndexableFolders
}

export function createPathCheck({ store, indexableFolders }: Needs) {
  async function resolvePath(path: string): Promise<string> {
    if (isRemote({ path })) return path.replace(/\/+$/, '')
    return isInPlace({ path }) ? indexableFolders.find(path) : managedPath(path)
  }

  async function requireFree(path: string): Promise<void> {
    if ((await store.byPath(path)) !== undefined) throw fail('space.path-taken', { path })
  }

  return {
    resolvePath,
    requireFree,

    /** Reveals nothing about paths outside the configured roots, not even their existence. */
    async checkPath(inputPath: string): Promise<PathCheck> {
      const { roots, suggestions } = await indexableFolders.suggest(inputPath)
      try {
        const path = await resolvePath(inputPath)
        await requireFree(path)
        return { ok: true, path, reason: null, roots, suggestions }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const { text } = errorCatalogue[error.reason]
        const reason = { en: say(text, 'en-US', error.values), zh: say(text, 'zh-CN', error.values) }
        return { ok: false, path: null, reason, roots, suggestions }
      }
    },
  }
}
