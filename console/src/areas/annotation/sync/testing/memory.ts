import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { ItemSyncNeeds } from '../item-sync.ts'
import { fittingAttributes } from '../fitting-attributes.ts'
import type { Journal, JournalEntry } from '../journal.ts'
import { sameShapes } from '../merge.ts'
import type { AnnotationServer, SaveAnswer } from '../server.ts'

export function createMemoryJournal(): Journal & { entries: Map<string, JournalEntry> } {
  const entries = new Map<string, JournalEntry>()
  return {
    entries,
    read: (itemId) => Promise.resolve(structuredClone(entries.get(itemId) ?? null)),
    write(entry) {
      entries.set(entry.itemId, structuredClone(entry))
      return Promise.resolve()
    },
    unsaved: () => Promise.resolve([...entries.values()].filter(({ unsaved }) => unsaved)),
  }
}

export interface MemoryServer extends AnnotationServer {
  stored: Map<string, Annotation>
  completed: Set<string>
  /** The outcomes of the next saves; `lost` stores them and loses the response. */
  outcomes: ('fine' | 'lost' | Exclude<SaveAnswer['kind'], 'saved' | 'conflict'>)[]
  saves: number
  seconds: number
  loads: string[]
  invalidated: string[]
  replace: (itemId: string, shapes: readonly Shape[]) => void
}

/** A server in memory with the contract of `saveAnnotation`. Its labels have no attributes. */
export function createMemoryServer(): MemoryServer {
  const stored = new Map<string, Annotation>()
  const at = (itemId: string): Annotation => stored.get(itemId) ?? { itemId, revision: 0, shapes: [] }
  const server: MemoryServer = {
    stored,
    completed: new Set(),
    outcomes: [],
    saves: 0,
    seconds: 0,
    loads: [],
    invalidated: [],
    replace: (itemId, shapes) =>
      void stored.set(itemId, { itemId, revision: at(itemId).revision + 1, shapes: [...shapes] }),
    load(itemId) {
      server.loads.push(itemId)
      return Promise.resolve(structuredClone(at(itemId)))
    },
    invalidate: (itemId) => void server.invalidated.push(itemId),
    async save(itemId, { baseRevision, shapes, complete, seconds }) {
      await Promise.resolve()
      server.saves += 1
      const outcome = server.outcomes.shift() ?? 'fine'
      if (outcome === 'expired' || outcome === 'unreachable') return { kind: outcome }
      if (outcome === 'refused') return { kind: 'refused', problem: new Error('refused') }
      server.seconds += seconds
      const now = at(itemId)
      const { shapes: fitting, left } = fittingAttributes([], shapes, now.shapes)
      if (!sameShapes(now.shapes, fitting)) {
        if (now.revision !== baseRevision) return { kind: 'conflict' }
        server.replace(itemId, structuredClone(fitting))
      }
      if (complete) server.completed.add(itemId)
      if (outcome === 'lost') return { kind: 'unreachable' }
      const { revision, shapes: there } = structuredClone(at(itemId))
      return { kind: 'saved', revision, shapes: there, left }
    },
  }
  return server
}

export function createClock(): Pick<ItemSyncNeeds, 'now' | 'after'> & {
  pass: (milliseconds: number) => Promise<void>
} {
  let time = 0
  const due = new Set<{ at: number; run: () => void }>()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  return {
    now: () => time,
    after(milliseconds, run) {
      const alarm = { at: time + milliseconds, run }
      due.add(alarm)
      return () => void due.delete(alarm)
    },
    async pass(milliseconds) {
      const end = time + milliseconds
      await settle()
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        time = next.at
        next.run()
        await settle()
      }
      time = end
    },
  }
}
