import { createSignal } from '@vermilion/canvas/editor/document/signal'
import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Journal, JournalEntry } from './journal.ts'
import { createItemSync, type ItemSync, type ItemSyncNeeds } from './item-sync.ts'

export interface Replay {
  saved: number
  conflicts: readonly ItemSync[]
  waiting: number
}

/** All images that are open or being saved. An image has one synchronization at most. */
export interface Studio {
  /** Opens unsaved work, else the server's state with this browser's history. `revision` is one the server has had. */
  open: (datasetId: string, itemId: string, revision?: number) => Promise<ItemSync>
  prepare: (itemId: string) => Promise<Annotation | null>
  unsaved: (itemId: string) => Promise<readonly Shape[] | null>
  leave: (sync: ItemSync) => void
  replay: () => Promise<Replay>
  retry: () => void
  /** Subscribes to conflicts and refusals of images that were left, which would be invisible otherwise. */
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

  function takePrefetched(itemId: string): Promise<Annotation | null> | null {
    if (ahead?.itemId !== itemId) return null
    const { labels } = ahead
    ahead = null
    return labels
  }

  async function open(datasetId: string, itemId: string, knownRevision = 0): Promise<ItemSync> {
    // Started first, so that the labels load while the journal is read.
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
    // Replaced labels are not always reported for each image.
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
      // A sync that waits for the server continues by itself.
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

/** An unreadable journal must not prevent opening the image. */
function readOrNull(journal: Journal, itemId: string): Promise<JournalEntry | null> {
  return journal.read(itemId).catch(() => null)
}
