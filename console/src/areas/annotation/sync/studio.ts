import { createSignal } from '@vermilion/canvas/editor/document/signal'
import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Journal, JournalEntry } from './journal.ts'
import { createItemSync } from './item-sync.ts'
import type { ItemSync, ItemSyncNeeds } from './item-sync.ts'

export interface Replay {
  saved: number
  /** Somebody else changed these meanwhile: opening them shows both versions. */
  conflicts: readonly ItemSync[]
  /** Could not be saved now; kept for the next time. */
  waiting: number
}

/** All images that are open or on their way to the server. There is never more than one synchronisation of an image. */
export interface Studio {
  /**
   * Opens an image with what is unsaved of it, or else as the server has it with the history this browser kept. `known`
   * is a revision that the server is known to have had.
   */
  open: (datasetId: string, itemId: string, revision?: number) => Promise<ItemSync>
  /** Fetches the labels of an image that will probably be opened next, and forgets those fetched before. */
  prepare: (itemId: string) => Promise<Annotation | null>
  /** The shapes of an image that the server does not have yet; null where it knows best. */
  unsaved: (itemId: string) => Promise<readonly Shape[] | null>
  /** Lets an image go on saving by itself after it was left. */
  leave: (sync: ItemSync) => void
  /** Brings to the server whatever the journal holds from before. */
  replay: () => Promise<Replay>
  /** The connection is back: whoever waits tries again. */
  retry: () => void
  /** News of an image that was left and met a conflict or a refusal, which nobody would see otherwise. */
  onStranded: (listener: (sync: ItemSync) => void) => () => void
}

export function createStudio(needs: Omit<ItemSyncNeeds, 'entry'>): Studio {
  const stranded = createSignal<ItemSync>()
  const syncs = new Map<string, ItemSync>()
  let ahead: { itemId: string; labels: Promise<Annotation | null> } | null = null

  function start(entry: JournalEntry): ItemSync {
    const sync = createItemSync({ entry, ...needs })
    syncs.set(entry.itemId, sync)
    return sync
  }

  function forget(sync: ItemSync): void {
    if (syncs.get(sync.itemId) === sync) syncs.delete(sync.itemId)
  }

  /** A prefetched response is used once. */
  function takePrefetched(itemId: string): Promise<Annotation | null> | null {
    if (ahead?.itemId !== itemId) return null
    const { labels } = ahead
    ahead = null
    return labels
  }

  async function open(datasetId: string, itemId: string, knownRevision = 0): Promise<ItemSync> {
    // At once: while the journal is read, those of the next image are fetched.
    const fetching = takePrefetched(itemId)
    await syncs.get(itemId)?.stop()
    const journalled = await readOrNull(needs.journal, itemId)
    if (journalled?.unsaved) {
      const sync = start(journalled)
      void sync.flush()
      return sync
    }
    const fetched = await fetching
    const serves = fetched !== null && fetched.revision >= Math.max(knownRevision, journalled?.base.revision ?? 0)
    const { revision, shapes } = serves ? fetched : await needs.server.load(itemId)
    // Not everything that replaces labels tells of each image.
    if (serves) needs.server.invalidate(itemId)
    const history = journalled?.base.revision === revision ? journalled.history : emptyHistory
    const base = { revision, shapes }
    return start({ itemId, datasetId, base, shapes, complete: false, history, unsaved: false, changedAt: needs.now() })
  }

  function leave(sync: ItemSync): void {
    const unsubscribe = sync.subscribe(() => settle(sync.state().kind))
    function settle(kind: ReturnType<ItemSync['state']>['kind']): void {
      if (kind === 'unsaved' || kind === 'saving' || kind === 'offline') return
      unsubscribe()
      if (syncs.get(sync.itemId) !== sync) return
      forget(sync)
      if (kind === 'conflict' || kind === 'refused') stranded.emit(sync)
    }
    void sync.flush().then(({ kind }) => settle(kind))
  }

  async function replay(): Promise<Replay> {
    const result = { saved: 0, conflicts: [] as ItemSync[], waiting: 0 }
    for (const entry of await needs.journal.unsaved()) {
      if (syncs.has(entry.itemId)) continue
      const sync = start(entry)
      const { kind } = await sync.flush()
      if (kind === 'saved') result.saved += 1
      else if (kind === 'conflict') result.conflicts.push(sync)
      else result.waiting += 1
      // One that waits for the server goes on by itself.
      if (kind !== 'offline') forget(sync)
      if (kind === 'expired') break
    }
    return result
  }

  return {
    open,
    prepare(itemId) {
      // A failed prefetch is repeated when the image is opened.
      if (ahead?.itemId !== itemId) ahead = { itemId, labels: needs.server.load(itemId).catch(() => null) }
      return ahead.labels
    },
    async unsaved(itemId) {
      const journalled = await readOrNull(needs.journal, itemId)
      return journalled?.unsaved ? journalled.shapes : null
    },
    leave,
    replay,
    retry() {
      for (const sync of syncs.values()) if (sync.state().kind === 'offline') void sync.flush()
    },
    onStranded: stranded.subscribe,
  }
}

const emptyHistory = { version: 1, past: [], future: [] } as const

/** A journal that cannot be read must not keep anybody from the image. */
function readOrNull(journal: Journal, itemId: string): Promise<JournalEntry | null> {
  return journal.read(itemId).catch(() => null)
}
