import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { isLora, isStored, type LoraModel, type Model, modelEndpoints } from '@vermilion/contract/models'
import { addressOf } from '#lib/api.ts'

export function sampleAddress({ id: modelId }: Pick<Model, 'id'>, { step, number }: LoraModel['samples'][number]) {
  return addressOf(modelEndpoints.modelSample, {
    params: { modelId, step: String(step), number: String(number) },
  })
}

const thumbnailAddress: typeof sampleAddress = ({ id: modelId }, { step, number }) =>
  addressOf(modelEndpoints.modelSampleThumbnail, { params: { modelId, step: String(step), number: String(number) } })

export function faceOf(model: Model) {
  if (isLora(model))
    return {
      covers: undefined,
      pictures: model.samples.map((sample) => thumbnailAddress(model, sample)),
      icon: <FormatPainterOutlined />,
    }
  return { covers: model.covers, icon: isStored(model) ? <InboxOutlined /> : <DeploymentUnitOutlined /> }
}
