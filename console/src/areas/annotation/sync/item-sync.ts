import type { SavedHistory } from '@vermilion/canvas/editor/document/history'
import { createSignal } from '@vermilion/canvas/editor/document/signal'
import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Journal, JournalEntry } from './journal.ts'
import { isOwnPast, sameShapes } from './merge.ts'
import { createRetryTimer } from './retry-timer.ts'
import type { AnnotationServer, SaveAnswer } from './server.ts'

/** Milliseconds between a gesture and its save. */
const restBeforeSave = 500

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

export interface ItemSync {
  readonly itemId: string
  readonly datasetId: string
  state: () => SyncState
  /** True when the last gesture is in the journal; false when the browser has no room or no database. */
  journalled: () => boolean
  draft: () => Draft
  left: () => number
  revision: () => number
  changed: (draft: Draft) => void
  complete: () => void
  flush: () => Promise<SyncState>
  rebase: (theirs: Annotation) => void
  stop: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export interface ItemSyncNeeds {
  entry: JournalEntry
  journal: Journal
  server: AnnotationServer
  now: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

// oxlint-disable-next-line max-lines-per-function -- one save at a time, whose steps move base, draft and state together
export function createItemSync({ entry, journal, server, now, after }: ItemSyncNeeds): ItemSync {
  const { itemId, datasetId } = entry
  const changed = createSignal()
  const recorder = createJournalRecorder(journal, changed.emit)
  const workTimer = createWorkTimer(now)
  const timer = createRetryTimer(after, () => void flush())
  let { base, complete, unsaved } = entry
  let draft: Draft = { shapes: entry.shapes, history: entry.history }
  let state: SyncState = { kind: unsaved ? 'unsaved' : 'saved' }
  let version = 0
  let running: Promise<SyncState> | null = null
  let stopped = false
  let left = 0

  function show(next: SyncState): SyncState {
    state = next
    changed.emit()
    return next
  }

  const record = () => recorder.record({ itemId, datasetId, base, ...draft, complete, unsaved, changedAt: now() })

  function touch(): void {
    version += 1
    unsaved = true
    record()
  }

  function flush(): Promise<SyncState> {
    timer.callOff()
    if (state.kind === 'conflict' || stopped) return Promise.resolve(state)
    running ??= saveAll().finally(() => (running = null))
    return running
  }

  const mayGoOn = (): boolean => unsaved && !stopped

  async function saveAll(): Promise<SyncState> {
    while (mayGoOn()) {
      const obstacle = await save()
      if (obstacle !== null) return obstacle
    }
    return show(unsaved ? state : { kind: 'saved' })
  }

  async function save(): Promise<SyncState | null> {
    show({ kind: 'saving' })
    const sent = { version, ...draft, complete }
    const seconds = workTimer.seconds()
    const body = { baseRevision: base.revision, shapes: sent.shapes, complete, seconds }
    const response = await server.save(itemId, body)
    if (response.kind === 'expired' || response.kind === 'refused') return show(response)
    if (response.kind === 'unreachable') return waitForServer()
    if (response.kind === 'saved') {
      workTimer.settle(seconds)
      settle(sent.version, response)
      return null
    }
    const theirs = await server.load(itemId).catch(() => null)
    if (!theirs) return waitForServer()
    if (!isOwnPast(draft.shapes, draft.history, theirs.shapes)) {
      return show({ kind: 'conflict', conflict: { base: base.shapes, mine: draft.shapes, theirs } })
    }
    base = { revision: theirs.revision, shapes: theirs.shapes }
    return null
  }

  function settle(sent: number, stored: Extract<SaveAnswer, { kind: 'saved' }>): void {
    timer.reset()
    base = { revision: stored.revision, shapes: stored.shapes }
    left = stored.left
    unsaved = version !== sent
    if (!unsaved) complete = false
    record()
  }

  function waitForServer(): SyncState {
    timer.retry()
    return show({ kind: 'offline' })
  }

  function change(next: Draft): void {
    workTimer.note()
    const same = sameShapes(next.shapes, draft.shapes)
    draft = next
    // Undoing all changes leaves nothing to save, but the history is worth storing.
    if (same && !unsaved) return record()
    touch()
    if (state.kind === 'conflict') return
    show({ kind: 'unsaved' })
    timer.schedule(restBeforeSave)
  }

  return {
    itemId,
    datasetId,
    state: () => state,
    journalled: recorder.isRecorded,
    draft: () => draft,
    left: () => left,
    revision: () => base.revision,
    changed: change,
    complete() {
      workTimer.note()
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
      timer.stop()
      await running
      await recorder.settled()
    },
    subscribe: changed.subscribe,
  }
}

/** The longest pause between two gestures that counts as work, in milliseconds. */
const maxThinkingTime = 60_000

/** Measures the working time on an image, and the part not reported to the server yet. */
function createWorkTimer(now: () => number) {
  let worked = 0
  let gestureAt = now()
  return {
    note(): void {
      const time = now()
      worked += Math.min(Math.max(0, time - gestureAt), maxThinkingTime)
      gestureAt = time
    },
    /** Whole seconds not reported yet. */
    seconds: (): number => Math.floor(worked / 1_000),
    settle(seconds: number): void {
      worked -= seconds * 1_000
    },
  }
}

function createJournalRecorder(journal: Journal, onChange: () => void) {
  let isRecorded = true
  let written: Promise<void> = Promise.resolve()

  function setRecorded(succeeded: boolean): void {
    if (succeeded === isRecorded) return
    isRecorded = succeeded
    onChange()
  }

  return {
    record(entry: JournalEntry): void {
      written = journal.write(entry).then(
        () => setRecorded(true),
        () => setRecorded(false),
      )
    },
    isRecorded: (): boolean => isRecorded,
    settled: (): Promise<void> => written,
  }
}
