import { annotationServer } from './annotation-server.ts'
import { type DBSchema, openDB } from 'idb'
import { announceStudio } from './opened.ts'
import { type Journal, journalName, type JournalEntry } from './journal.ts'
import { createStudio, type Studio } from './studio.ts'

/** The journal in a browser without a database: work is saved to the server only, and the workbench says so. */
const noJournal: Journal = {
  read: () => Promise.resolve(null),
  write: () => Promise.reject(new Error('this browser offers no database')),
  unsaved: () => Promise.resolve([]),
}

const studios = new Map<string, Promise<Studio>>()

export function studioOf(account: string): Promise<Studio> {
  const existing = studios.get(account)
  if (existing) return existing
  const opening = openStudio(account)
  studios.set(account, opening)
  return opening
}

async function openStudio(account: string): Promise<Studio> {
  const journal = await openJournal(account, Date.now()).catch(() => noJournal)
  const studio = createStudio({ journal, server: annotationServer, now: Date.now, after })
  announceStudio(account, studio)
  return studio
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** `waitingSince` exists only on unsaved entries, so that its index contains nothing else. */
interface Schema extends DBSchema {
  entries: {
    key: string
    value: JournalEntry & { waitingSince?: number }
    indexes: { waitingSince: number; changedAt: number }
  }
}

const VERSION = 1

/** Milliseconds that the undo history of a saved image is retained. */
const HISTORY_KEPT = 30 * 24 * 60 * 60 * 1000

/** The journal of one account in IndexedDB. Rejects without IndexedDB. */
async function openJournal(account: string, now: number): Promise<Journal> {
  const database = await openDB<Schema>(journalName(account), VERSION, {
    upgrade(fresh) {
      const entries = fresh.createObjectStore('entries', { keyPath: 'itemId' })
      entries.createIndex('waitingSince', 'waitingSince')
      entries.createIndex('changedAt', 'changedAt')
    },
  })

  async function forgetOld(): Promise<void> {
    const { store, done } = database.transaction('entries', 'readwrite')
    const old = store.index('changedAt').iterate(IDBKeyRange.upperBound(now - HISTORY_KEPT))
    for await (const cursor of old) if (!cursor.value.unsaved) await cursor.delete()
    await done
  }

  await forgetOld()
  return {
    read: async (itemId) => (await database.get('entries', itemId)) ?? null,
    async write(entry) {
      // Strict durability: a confirmed gesture is on disk, not in a buffer of the operating system.
      const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' })
      const put = transaction.store.put(entry.unsaved ? { ...entry, waitingSince: entry.changedAt } : entry)
      // Commits at once: the page may be closed before it learns of the put.
      transaction.commit()
      await Promise.all([put, transaction.done])
    },
    unsaved: () => database.getAllFromIndex('entries', 'waitingSince'),
  }
}
