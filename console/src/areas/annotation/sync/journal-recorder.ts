import type { Journal, JournalEntry } from './journal.ts'

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
    settled: (): Promise<void> => written,
  }
}
