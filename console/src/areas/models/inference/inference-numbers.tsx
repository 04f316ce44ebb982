import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { NumberField } from './source-fields.tsx'

/** What of the findings counts, and how soon the task starts. */
export function InferenceNumbers() {
  const t = useText(text)
  return (
    <>
      <NumberField name="confidence" label={t('confidence')} minimum={0.01} maximum={1} step={0.05} />
      <NumberField name="overlap" label={t('overlap')} minimum={0.1} maximum={1} step={0.05} />
      <NumberField name="priority" label={t('priority')} minimum={0} maximum={100} step={1} />
    </>
  )
}
