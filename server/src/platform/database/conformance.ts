import type { Engine } from './engine.ts'
import { testDialect } from './testing/dialect-tests.ts'
import { notesOf } from './testing/notes.ts'
import { testRows } from './testing/row-tests.ts'
import { testScans } from './testing/scan-tests.ts'
import { testChecks, testExtent, testIsolation } from './testing/transaction-tests.ts'

/** The conformance suite of every engine. `open` gives an empty one. */
export function databaseConformance(open: () => Promise<Engine>): void {
  const openNotes = notesOf(open)
  testRows(openNotes)
  testIsolation(openNotes)
  testExtent(openNotes)
  testChecks(openNotes)
  testScans(openNotes)
  testDialect(openNotes)
}
