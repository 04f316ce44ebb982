import { DataCheck } from './data-check.tsx'
import { PickedFiles } from './picked-files.tsx'
import { ProposedNames } from './proposed-names.tsx'

export function SourceNotes() {
  return (
    <>
      <PickedFiles />
      <ProposedNames />
      <DataCheck />
    </>
  )
}
