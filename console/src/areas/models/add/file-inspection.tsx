import { modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import Alert from 'antd/es/alert'
import { read } from '#lib/query.ts'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts } from '#ui/page/page.tsx'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'
import styles from './add.module.css'
import { addText } from './text.ts'

/** What a file is, before it is added; or why it cannot be. */
export function FileInspection({ fileId, labels }: { fileId: string; labels: readonly string[] }) {
  const t = useText(addText)
  const words = useText(text)
  const lora = useText(loraText)
  const body = { fileId, ...(labels.length > 0 && { labels: [...labels] }) }
  const { data, error } = useQuery({ ...read(modelEndpoints.inspectModelFile, { body }), retry: false })
  if (error !== null) return <Alert className={styles['facts'] ?? ''} type="warning" title={problemWords(error)} />
  if (data === undefined) return <Bone height={120} />
  if (data.dialect === 'lora') {
    const { family, rank, moduleCount, triggerWords } = data.lora
    return (
      <div className={styles['facts']}>
        <Facts
          facts={[
            [lora('family'), lora(`family-${family}`)],
            [lora('rank'), rank ?? unknownValue],
            [lora('modules'), moduleCount],
            [lora('triggerWords'), triggerWords.length === 0 ? unknownValue : <Tags key="words" tags={triggerWords} />],
          ]}
        />
      </div>
    )
  }
  const { dialect, labelType, inputSize, operatorSet } = data
  return (
    <div className={styles['facts']}>
      <Facts
        facts={[
          [t('madeBy'), t(dialect)],
          [t('labelType'), words(labelType)],
          [t('inputSize'), `${inputSize} × ${inputSize}`],
          [t('operators'), String(operatorSet)],
          [t('inFile'), <Tags key="labels" tags={data.labels} />],
        ]}
      />
    </div>
  )
}
