import { AboutFields } from '#ui/form/naming-fields.tsx'
import { AutoLabelFields, GuidelinesField } from './writing-fields.tsx'

/** Optional fields of a dataset. */
export function MoreFields() {
  return (
    <>
      <GuidelinesField />
      <AutoLabelFields />
      <AboutFields />
    </>
  )
}
