import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { isLora, isStored, type LoraModel, type Model, modelEndpoints } from '@vermilion/contract/models'
import { addressOf } from '#lib/api.ts'

/** Where a picture is that a LoRA made while it was trained. */
export function sampleAddress({ id: modelId }: Pick<Model, 'id'>, { step, number }: LoraModel['samples'][number]) {
  return addressOf(modelEndpoints.modelSample, {
    params: { modelId, step: String(step), number: String(number) },
  })
}

const thumbnailAddress: typeof sampleAddress = ({ id: modelId }, { step, number }) =>
  addressOf(modelEndpoints.modelSampleThumbnail, { params: { modelId, step: String(step), number: String(number) } })

/** What stands for a model: what it painted, images that it was validated on, or the sign of its kind. */
export function faceOf(model: Model) {
  if (isLora(model))
    return {
      covers: undefined,
      pictures: model.samples.map((sample) => thumbnailAddress(model, sample)),
      icon: <FormatPainterOutlined />,
    }
  return { covers: model.covers, icon: isStored(model) ? <InboxOutlined /> : <DeploymentUnitOutlined /> }
}
