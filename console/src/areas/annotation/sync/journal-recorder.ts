import type { Journal, JournalEntry } from './journal.ts'

/** Writes an image's entry to the journal again and again, and knows whether the last one is there. */
export function createJournalRecorder(journal: Journal, onChange: () => void) {
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
    /** Resolves when what was recorded last is written, or could not be. */
    settled: (): Promise<void> => written,
  }
}
