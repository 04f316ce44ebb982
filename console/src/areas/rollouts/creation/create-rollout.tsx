import { assistantEndpoints } from '@vermilion/contract/assistant'
import { rolloutCreate } from '@vermilion/contract/rollouts/creation'
import { artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import type { z } from 'zod'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'
import { text } from '../text.ts'
import { RolloutForm } from './rollout-form.tsx'
import { creationText } from './text.ts'
import { rolloutBody } from './typed-rollout.ts'

interface CreateRolloutProps {
  artifactId?: string | undefined
  deviceIds: string[]
  /** The assistant's call that has filled it. */
  draft?: string | undefined
  onClose: () => void
  onCreated: (rollout: Rollout) => void
}

const draftFields = rolloutCreate.pick({ name: true, artifactId: true, devices: true })

function typedDraft(draft: z.output<typeof draftFields> | undefined) {
  if (draft === undefined) return {}
  const { name, artifactId, devices } = draft
  return { name, artifactId, deviceIds: devices.deviceIds, group: devices.group ?? '', tags: devices.tags }
}

/** Installs an artifact on devices; its name is proposed. */
export function CreateRollout({ artifactId, deviceIds, draft, onClose, onCreated }: CreateRolloutProps) {
  const t = useText(creationText)
  const words = useText(text)
  const artifacts = useQuery(read(artifactEndpoints.listArtifacts, { query: { limit: 500 } }))
  const nameOf = (id: string | undefined) => {
    const match = artifacts.data?.items.find((artifact) => artifact.id === id)
    return match === undefined ? '' : `${match.name} ${match.version}`
  }
  const filling = useQuery({
    ...read(assistantEndpoints.getToolCall, { params: { callId: draft ?? '' } }),
    enabled: draft !== undefined,
  })
  const drafted = filling.data?.form === 'rollout' ? draftFields.safeParse(filling.data.arguments).data : undefined
  if (draft !== undefined && filling.isPending) return null
  // What the form begins with is read once: the name must be known by then.
  if (artifactId !== undefined && artifacts.isPending) return null
  return (
    <RolloutForm
      title={t('title')}
      action={t('create')}
      initial={{
        deviceIds,
        name: nameOf(artifactId),
        ...(artifactId !== undefined && { artifactId }),
        ...typedDraft(drafted),
      }}
      isModel={false}
      submit={(typed) =>
        call(rolloutEndpoints.createRollout, { body: { ...rolloutBody(typed), artifactId: typed.artifactId } })
      }
      onClose={onClose}
      onCreated={onCreated}
      onValuesChange={({ artifactId: selected }, form) => {
        if (selected !== undefined) propose(form, 'name', nameOf(selected))
      }}
    >
      <Form.Item name="artifactId" label={t('artifact')} rules={[{ required: true, message: t('artifactMissing') }]}>
        <Select
          loading={artifacts.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={
            artifacts.data?.items.map(({ id, name, version, kind }) => ({
              value: id,
              label: `${name} ${version} · ${words(kind)}`,
            })) ?? []
          }
        />
      </Form.Item>
    </RolloutForm>
  )
}
