import { AboutFields } from '#ui/form/naming-fields.tsx'
import { AutoLabelFields, GuidelinesField } from './writing-fields.tsx'

/** What may be said of a dataset, now or later. */
export function MoreFields() {
  return (
    <>
      <GuidelinesField />
      <AutoLabelFields />
      <AboutFields />
    </>
  )
}
