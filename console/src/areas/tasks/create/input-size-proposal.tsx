import { datasetReportEndpoints } from '@vermilion/contract/datasets/report'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { inputSizeFor, wantedPixels } from '@vermilion/contract/datasets/input-size'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import type { TypedTask } from './form-values.ts'
import { proposalText } from './proposal-text.ts'

/** Shown where objects of the dataset are too small for the input size in the form. */
export function InputSizeProposal({ image, datasetId }: { image: TrainingImage; datasetId: string }) {
  const t = useText(proposalText)
  const form = Form.useFormInstance<TypedTask>()
  const parameters = Form.useWatch<TypedTask['parameters'] | undefined>('parameters') ?? {}
  const definition = image.parameters['inputSize']
  const report = useQuery({
    ...read(datasetReportEndpoints.datasetReport, { params: { datasetId } }),
    enabled: definition !== undefined,
  })
  const proposal =
    definition === undefined || report.data === undefined ? null : inputSizeFor(report.data.sizes, definition)
  if (proposal === null || Number(parameters['inputSize']) >= proposal.inputSize) return null
  const { inputSize, side } = proposal
  const about = {
    percent: (side * 100).toPrecision(1),
    inputSize,
    pixels: Math.min(wantedPixels, Math.round(side * inputSize)),
  }
  return (
    <div className="row gap-10 all-columns">
      <small className="note">{t('smallObjects', about)}</small>
      <Button size="small" onClick={() => form.setFieldsValue({ parameters: { ...parameters, inputSize } })}>
        {t('useInputSize', { inputSize })}
      </Button>
    </div>
  )
}
