import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { ConfidenceField } from '../threshold/confidence-field.tsx'
import { NumberField } from './source-fields.tsx'

export function InferenceNumbers({ modelId }: { modelId: string }) {
  const t = useText(text)
  return (
    <>
      <ConfidenceField modelId={modelId} />
      <NumberField name="overlap" label={t('overlap')} minimum={0.1} maximum={1} step={0.05} />
      <NumberField name="priority" label={t('priority')} minimum={0} maximum={100} step={1} />
    </>
  )
}
