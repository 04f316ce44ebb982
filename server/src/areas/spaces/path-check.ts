import { errorCatalogue, fail, Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import { isInPlace } from '@vermilion/contract/spaces'
import type { PathCheck } from '@vermilion/contract/spaces'
import type { IndexableFolders } from './indexable-folders.ts'
import { managedPath } from './rules.ts'
import type { SpaceStore } from './store.ts'

interface Needs {
  readonly store: Pick<SpaceStore, 'byPath'>
  readonly indexableFolders: IndexableFolders
}

/** Says of paths, as they are given, whether a space can be there. */
export function createPathCheck({ store, indexableFolders }: Needs) {
  /** The stored spelling of a path. Fails as `space.path-invalid` or `space.path-unusable`. */
  async function resolvePath(path: string): Promise<string> {
    return isInPlace({ path }) ? indexableFolders.find(path) : managedPath(path)
  }

  /** Fails as `space.path-taken`. */
  async function requireFree(path: string): Promise<void> {
    if ((await store.byPath(path)) !== undefined) throw fail('space.path-taken', { path })
  }

  return {
    resolvePath,
    requireFree,

    /**
     * Whether a space could be created on a path, and what a person who types one may go on with. Of what lies outside
     * of the configured roots it says nothing, whether or not it is there.
     */
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
