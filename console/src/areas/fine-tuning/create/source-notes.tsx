import { DataCheck } from './data-check.tsx'
import { PickedFiles } from './picked-files.tsx'
import { ProposedNames } from './proposed-names.tsx'

/** Consequences of the chosen pictures: their selection, suggested names and problems. */
export function SourceNotes() {
  return (
    <>
      <PickedFiles />
      <ProposedNames />
      <DataCheck />
    </>
  )
}
