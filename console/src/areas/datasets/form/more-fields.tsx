import { AboutFields } from '#ui/form/naming-fields.tsx'
import { AutoLabelFields, GuidelinesField } from './writing-fields.tsx'

export function MoreFields() {
  return (
    <>
      <GuidelinesField />
      <AutoLabelFields />
      <AboutFields />
    </>
  )
}
