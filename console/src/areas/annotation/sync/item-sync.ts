import type { SavedHistory } from '@vermilion/canvas/editor/document/history'
import { createSignal } from '@vermilion/canvas/editor/document/signal'
import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Journal, JournalEntry } from './journal.ts'
import { isOwnPast, sameShapes } from './merge.ts'
import type { AnnotationServer, SaveAnswer } from './server.ts'

/** Milliseconds of rest after a gesture before it is saved. */
const REST = 500
/** Milliseconds before an unreachable server is asked again: the first and the longest pause. */
const RETRY = { first: 2_000, longest: 30_000 }

/** The most milliseconds between two gestures that count as work; the rest was a pause. */
const LONGEST_THOUGHT = 60_000

export interface Draft {
  shapes: readonly Shape[]
  history: SavedHistory
}

export interface Conflict {
  base: readonly Shape[]
  mine: readonly Shape[]
  theirs: Annotation
}

export type SyncState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'expired' }
  | { kind: 'refused'; problem: unknown }
  | { kind: 'conflict'; conflict: Conflict }

/** Brings the work on one image to the journal and to the server. */
export interface ItemSync {
  readonly itemId: string
  readonly datasetId: string
  state: () => SyncState
  /** Whether the last gesture is in the journal; false where the browser has no room or no database. */
  journalled: () => boolean
  draft: () => Draft
  /** Values of attributes that the last save was stored without. */
  left: () => number
  /** The server's revision that the work stands on. */
  revision: () => number
  /** A gesture is finished: it goes to the journal at once, and to the server after a moment of rest. */
  changed: (draft: Draft) => void
  /** The annotator is done with the image. */
  complete: () => void
  /** Saves now what is unsaved. Resolves when that has succeeded, or has to wait for something. */
  flush: () => Promise<SyncState>
  /** After a conflict: goes on from what the server has. What differs from it is saved with the next flush. */
  rebase: (theirs: Annotation) => void
  /** Sends nothing more; resolves when nothing is on its way and the journal is written. */
  stop: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export interface ItemSyncNeeds {
  entry: JournalEntry
  journal: Journal
  server: AnnotationServer
  now: () => number
  /** Runs something later; the returned function calls it off. */
  after: (milliseconds: number, run: () => void) => () => void
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createItemSync({ entry, journal, server, now, after }: ItemSyncNeeds): ItemSync {
  const { itemId, datasetId } = entry
  const news = createSignal()
  let { base, complete, unsaved } = entry
  let draft: Draft = { shapes: entry.shapes, history: entry.history }
  let state: SyncState = { kind: unsaved ? 'unsaved' : 'saved' }
  let journalled = true
  let written: Promise<void> = Promise.resolve()
  /** Counts what is to be saved, so that a change made during a save is noticed. */
  let version = 0
  let pause = RETRY.first
  let running: Promise<SyncState> | null = null
  let stopped = false
  let callOff = (): void => undefined
  /** Milliseconds worked that no save has told yet. */
  let worked = 0
  let left = 0
  let gestureAt = now()

  function show(next: SyncState): SyncState {
    state = next
    news.emit()
    return next
  }

  function record(): void {
    const next = { itemId, datasetId, base, ...draft, complete, unsaved, changedAt: now() }
    written = journal.write(next).then(
      () => setJournalled(true),
      () => setJournalled(false),
    )
  }

  function setJournalled(succeeded: boolean): void {
    if (succeeded === journalled) return
    journalled = succeeded
    news.emit()
  }

  function work(): void {
    const time = now()
    worked += Math.min(Math.max(0, time - gestureAt), LONGEST_THOUGHT)
    gestureAt = time
  }

  function touch(): void {
    version += 1
    unsaved = true
    record()
  }

  function schedule(milliseconds: number): void {
    callOff()
    if (!stopped) callOff = after(milliseconds, () => void flush())
  }

  function flush(): Promise<SyncState> {
    callOff()
    if (state.kind === 'conflict' || stopped) return Promise.resolve(state)
    running ??= saveAll().finally(() => (running = null))
    return running
  }

  const mayGoOn = (): boolean => unsaved && !stopped

  async function saveAll(): Promise<SyncState> {
    while (mayGoOn()) {
      show({ kind: 'saving' })
      const sent = { version, ...draft, complete }
      const seconds = Math.floor(worked / 1_000)
      const body = { baseRevision: base.revision, shapes: sent.shapes, complete, seconds }
      const response = await server.save(itemId, body)
      switch (response.kind) {
        case 'saved':
          worked -= seconds * 1_000
          settle(sent.version, response)
          break
        case 'conflict': {
          const theirs = await server.load(itemId).catch(() => null)
          if (!theirs) return waitForServer()
          if (!isOwnPast(draft.shapes, draft.history, theirs.shapes)) {
            return show({ kind: 'conflict', conflict: { base: base.shapes, mine: draft.shapes, theirs } })
          }
          base = { revision: theirs.revision, shapes: theirs.shapes }
          break
        }
        case 'unreachable':
          return waitForServer()
        case 'expired':
        case 'refused':
          return show(response)
      }
    }
    return show(unsaved ? state : { kind: 'saved' })
  }

  function settle(sent: number, stored: Extract<SaveAnswer, { kind: 'saved' }>): void {
    pause = RETRY.first
    base = { revision: stored.revision, shapes: stored.shapes }
    left = stored.left
    unsaved = version !== sent
    if (!unsaved) complete = false
    record()
  }

  function waitForServer(): SyncState {
    schedule(pause)
    pause = Math.min(RETRY.longest, pause * 2)
    return show({ kind: 'offline' })
  }

  return {
    itemId,
    datasetId,
    state: () => state,
    journalled: () => journalled,
    draft: () => draft,
    left: () => left,
    revision: () => base.revision,
    changed(next) {
      work()
      const same = sameShapes(next.shapes, draft.shapes)
      draft = next
      // Undoing up to where one began leaves nothing to save, but the history is worth keeping.
      if (same && !unsaved) return record()
      touch()
      if (state.kind === 'conflict') return
      show({ kind: 'unsaved' })
      schedule(REST)
    },
    complete() {
      work()
      complete = true
      touch()
    },
    flush,
    rebase(theirs) {
      base = { revision: theirs.revision, shapes: theirs.shapes }
      touch()
      show({ kind: 'unsaved' })
    },
    async stop() {
      stopped = true
      callOff()
      await running
      await written
    },
    subscribe: news.subscribe,
  }
}
