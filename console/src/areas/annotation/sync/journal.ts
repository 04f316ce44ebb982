import type { SavedHistory } from '@vermilion/canvas/editor/document/history'
import type { Shape } from '@vermilion/contract/labels/index'

export interface JournalEntry {
  itemId: string
  datasetId: string
  /** The server's state when the work began: the base of a merge. */
  base: { revision: number; shapes: readonly Shape[] }
  shapes: readonly Shape[]
  complete: boolean
  history: SavedHistory
  unsaved: boolean
  /** Milliseconds since 1970. */
  changedAt: number
}

/** Written with every gesture before the server is asked: survives crashes, lost connections and expired sessions. */
export interface Journal {
  read: (itemId: string) => Promise<JournalEntry | null>
  write: (entry: JournalEntry) => Promise<void>
  /** Oldest first. */
  unsaved: () => Promise<readonly JournalEntry[]>
}

export function journalName(account: string): string {
  return `annotation ${account}`
}

export async function hasJournal(account: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === journalName(account))
  } catch {
    return true
  }
}
