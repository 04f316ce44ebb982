import { DataCheck } from './data-check.tsx'
import { PickedFiles } from './picked-files.tsx'
import { ProposedNames } from './proposed-names.tsx'

/** What follows from the pictures that were chosen: which of them, what they are called, and whether they will do. */
export function SourceNotes() {
  return (
    <>
      <PickedFiles />
      <ProposedNames />
      <DataCheck />
    </>
  )
}
