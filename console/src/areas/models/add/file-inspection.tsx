import { modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { useText } from '#lib/i18n.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts } from '#ui/page/page.tsx'
import { text } from '../text.ts'
import { addText } from './text.ts'

/** What a file is, before it is added; or why it cannot be. */
export function FileInspection({ fileId, labels }: { fileId: string; labels: readonly string[] }) {
  const t = useText(addText)
  const words = useText(text)
  const body = { fileId, ...(labels.length > 0 && { labels: [...labels] }) }
  const inspection = useQuery({ ...read(modelEndpoints.inspectModelFile, { body }), retry: false })
  const { data, error } = inspection
  if (error !== null) return <ProblemState problem={error} onRetry={() => void inspection.refetch()} />
  if (data === undefined) return <Bone height={120} />
  const { dialect, labelType, inputSize, operatorSet } = data
  return (
    <Facts
      facts={[
        [t('madeBy'), t(dialect)],
        [t('labelType'), words(labelType)],
        [t('inputSize'), `${inputSize} × ${inputSize}`],
        [t('operators'), String(operatorSet)],
        [t('inFile'), <Tags key="labels" tags={data.labels} />],
      ]}
    />
  )
}
