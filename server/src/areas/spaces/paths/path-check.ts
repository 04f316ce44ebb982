import { errorCatalogue, fail, Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import { isBucket, isInPlace, isRemote, type PathCheck } from '@vermilion/contract/spaces'
import type { Buckets } from './buckets.ts'
import type { IndexableFolders } from './indexable-folders.ts'
import type { TypedPath } from './look.ts'
import type { AddressLists } from '../remote/address-lists.ts'
import { managedPath } from '../rules.ts'
import type { SpaceStore } from '../store.ts'

export interface PathNeeds {
  readonly indexableFolders: IndexableFolders
  readonly buckets: Buckets
  readonly addressLists: AddressLists
}

export function createPathCheck(
  { indexableFolders, buckets, addressLists }: PathNeeds,
  store: Pick<SpaceStore, 'byPath'>,
) {
  async function resolvePath(typed: TypedPath): Promise<string> {
    if (isBucket(typed)) return buckets.find(typed)
    if (isRemote(typed)) return addressLists.find(typed)
    return isInPlace(typed) ? indexableFolders.find(typed.path) : managedPath(typed.path)
  }

  async function requireFree(path: string): Promise<void> {
    if ((await store.byPath(path)) !== undefined) throw fail('space.path-taken', { path })
  }

  return {
    resolvePath,
    requireFree,

    /** Reveals nothing about paths outside the configured roots, not even their existence. */
    async checkPath(typed: TypedPath): Promise<PathCheck> {
      const { roots, suggestions } = isBucket(typed)
        ? { roots: [], suggestions: await buckets.suggest(typed) }
        : await indexableFolders.suggest(typed.path)
      try {
        const path = await resolvePath(typed)
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
