import type { InferenceModel } from '@vermilion/contract/models'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { RolloutForm } from './rollout-form.tsx'
import { creationText } from './text.ts'
import { rolloutBody } from './typed-rollout.ts'

export function DeployModel({ model, onClose }: { model: InferenceModel; onClose: () => void }) {
  const t = useText(creationText)
  const navigate = useNavigate()
  return (
    <RolloutForm
      title={t('deployTitle', { name: model.name })}
      action={t('deploy')}
      initial={{ name: model.name }}
      modelId={model.id}
      submit={(typed) =>
        call(rolloutEndpoints.deployModel, { params: { modelId: model.id }, body: rolloutBody(typed) })
      }
      onClose={onClose}
      onCreated={({ id }) => void navigate({ to: '/board/rollouts/rollout/$id', params: { id } })}
    />
  )
}
