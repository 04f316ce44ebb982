import { modelEndpoints } from '@vermilion/contract/models'
import type { InputSettings } from '@vermilion/contract/detection/input-settings'
import type { ModelFile, ModelInspection } from '@vermilion/contract/models/model-files'
import { useQuery } from '@tanstack/react-query'
import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import { read } from '#lib/query.ts'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts } from '#ui/page/page.tsx'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'
import { InputField } from './input-field.tsx'
import { addText } from './text.ts'
import { Trial } from './trial.tsx'

interface FileInspectionProps {
  file: Pick<ModelFile, 'fileId' | 'output'>
  labels: readonly string[]
  input: InputSettings | undefined
}

export function FileInspection({ file, labels, input }: FileInspectionProps) {
  const model: ModelFile = { ...file, ...(labels.length > 0 && { labels: [...labels] }) }
  // Corrections do not change how the file is read, so they need no new request.
  const { data, error } = useQuery({ ...read(modelEndpoints.inspectModelFile, { body: model }), retry: false })
  if (error !== null) return <Alert className="margin-bottom-24" type="warning" title={problemWords(error)} />
  if (data === undefined) return <Bone height={120} />
  if (data.dialect === 'lora') return <LoraFacts lora={data.lora} />
  if (data.dialect === 'stored') return <StoredFacts format={data.format} />
  return (
    <>
      <RunnableFacts {...data} />
      <Form.Item name="input" noStyle>
        <InputField read={data.input} />
      </Form.Item>
      <Trial model={{ ...model, ...(input !== undefined && { input }) }} labels={data.labels} />
    </>
  )
}

type Of<Dialect> = Extract<ModelInspection, { dialect: Dialect }>

function LoraFacts({ lora: { family, kind, rank, moduleCount, triggerWords } }: Pick<Of<'lora'>, 'lora'>) {
  const lora = useText(loraText)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [lora('family'), lora(`family-${family}`)],
          ...(kind === undefined ? [] : [[lora('kind'), lora(`kind-${kind}`)] as const]),
          [lora('rank'), rank ?? unknownValue],
          [lora('modules'), moduleCount],
          [lora('triggerWords'), triggerWords.length === 0 ? unknownValue : <Tags key="words" tags={triggerWords} />],
        ]}
      />
    </div>
  )
}

function StoredFacts({ format }: Pick<Of<'stored'>, 'format'>) {
  const t = useText(addText)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [t('format'), `.${format}`],
          [t('runtime'), t(`runtime-${format}`)],
        ]}
      />
      <p className="margin-0-0-16 text-secondary">{t('notRun')}</p>
    </div>
  )
}

function RunnableFacts({
  dialect,
  labelType,
  labels,
  layout,
  operatorSet,
}: Exclude<ModelInspection, Of<'lora' | 'stored'>>) {
  const t = useText(addText)
  const words = useText(text)
  return (
    <div className="margin-bottom-24">
      <Facts
        facts={[
          [t('madeBy'), t(dialect)],
          [t('labelType'), words(labelType)],
          [t('outputs'), layout],
          [t('operators'), String(operatorSet)],
          [t('inFile'), <Tags key="labels" tags={labels} />],
        ]}
      />
    </div>
  )
}
