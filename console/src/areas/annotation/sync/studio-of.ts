import { annotationServer } from './annotation-server.ts'
import { openJournal } from './indexed-db-journal.ts'
import { announceStudio } from './opened.ts'
import type { Journal } from './journal.ts'
import { createStudio } from './studio.ts'
import type { Studio } from './studio.ts'

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
